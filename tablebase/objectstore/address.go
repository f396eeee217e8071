//go:build !js

package objectstore

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"
	"gopkg.in/ini.v1"
)

const (
	amazon = "s3.amazonaws.com"
	google = "storage.googleapis.com"
)

// parameters holds the query parameters of an s3:// or gs:// address.
type parameters struct {
	endpoint, region, profile, role, prefix, encryption, key   string
	anonymous, disableHTTPS, accelerate, dualStack, fips, path bool
	host                                                       bool // the bucket is part of the host name
}

func parse(q url.Values) (*parameters, error) {
	p := &parameters{}
	texts := map[string]*string{
		"endpoint": &p.endpoint, "region": &p.region, "profile": &p.profile, "role": &p.role, "prefix": &p.prefix,
		"ssetype": &p.encryption, "kmskeyid": &p.key,
	}
	flags := map[string]*bool{
		"anonymous": &p.anonymous, "disable_https": &p.disableHTTPS, "accelerate": &p.accelerate, "dualstack": &p.dualStack,
		"fips": &p.fips, "use_path_style": &p.path, "s3ForcePathStyle": &p.path,
	}
	for name := range q {
		switch name {
		case "hostname_immutable", "rate_limiter_capacity", "request_checksum_calculation", "response_checksum_validation", "awssdk":
			continue // accepted by earlier versions and ignored
		}
		value := q.Get(name)
		if to := texts[name]; to != nil {
			*to = value
			continue
		}
		to := flags[name]
		if to == nil {
			return nil, fmt.Errorf("unknown parameter %q", name)
		}
		var err error
		if *to, err = strconv.ParseBool(value); err != nil {
			return nil, fmt.Errorf("%s=%s: must be true or false", name, value)
		}
		p.host = p.host || to == &p.path && !p.path
	}
	return p, nil
}

// openS3 returns a store for a bucket on an S3 server, without contacting the server.
func openS3(u *url.URL) (Store, error) {
	if u.Host == "" {
		return nil, errors.New("missing bucket name")
	}
	p, err := parse(u.Query())
	if err != nil {
		return nil, err
	}
	s := &s3{bucket: u.Host, prefix: p.prefix, limit: stallLimit}
	if dir := strings.Trim(u.Path, "/"); dir != "" {
		s.prefix = dir + "/"
	}
	if s.encryption, err = p.sse(); err != nil {
		return nil, err
	}
	p.profile = cmp.Or(p.profile, os.Getenv("AWS_PROFILE"))
	p.region = cmp.Or(p.region, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), regionOf(p.profile))
	switch {
	case u.Scheme == "gs":
		p.endpoint, p.region = cmp.Or(p.endpoint, google), "auto"
	case p.fips:
		p.endpoint = "s3-fips." + p.region + ".amazonaws.com"
	default:
		p.endpoint = cmp.Or(p.endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), amazon)
	}
	o := &minio.Options{Region: p.region, Secure: !p.disableHTTPS, Creds: p.credentials(u.Query().Has("profile"))}
	switch scheme, host, ok := strings.Cut(p.endpoint, "://"); {
	case ok && scheme != "http" && scheme != "https":
		return nil, fmt.Errorf("endpoint %s: must be http://HOST:PORT or https://HOST:PORT", p.endpoint)
	case ok:
		p.endpoint, o.Secure = strings.TrimSuffix(host, "/"), scheme == "https"
	}
	switch {
	case p.path:
		o.BucketLookup = minio.BucketLookupPath
	case p.host:
		o.BucketLookup = minio.BucketLookupDNS
	}
	s.client, err = minio.NewCore(p.endpoint, o)
	if err != nil {
		return nil, err
	}
	s.client.SetS3EnableDualstack(p.dualStack)
	if p.accelerate {
		s.client.SetS3TransferAccelerate("s3-accelerate.amazonaws.com")
	}
	return s, nil
}

// sse returns the encryption for new objects, or nil for the bucket's default.
func (p *parameters) sse() (encrypt.ServerSide, error) {
	switch strings.ToLower(p.encryption) {
	case "aes256":
		return encrypt.NewSSE(), nil
	case "aws:kms":
		return encrypt.NewSSEKMS(p.key, nil)
	case "":
		if p.key != "" {
			return encrypt.NewSSEKMS(p.key, nil)
		}
		return nil, nil
	}
	return nil, fmt.Errorf("ssetype=%s: must be AES256 or aws:kms", p.encryption)
}

// regionOf returns the region of a profile in the AWS configuration file, or "".
func regionOf(profile string) string {
	home, _ := os.UserHomeDir()
	file, err := ini.Load(cmp.Or(os.Getenv("AWS_CONFIG_FILE"), filepath.Join(home, ".aws", "config")))
	if err != nil {
		return ""
	}
	if profile == "" || profile == "default" {
		return file.Section("default").Key("region").String()
	}
	return file.Section("profile " + profile).Key("region").String()
}

// credentials returns the source of access keys. It tries the environment, the profile and the
// machine's metadata service, in this order; if only is set, it uses just the profile.
func (p *parameters) credentials(only bool) *credentials.Credentials {
	if p.anonymous {
		return credentials.NewStatic("", "", "", credentials.SignatureAnonymous)
	}
	file := &credentials.FileAWSCredentials{Profile: p.profile}
	// On machines without a metadata service, requests to its address receive no response.
	machine := &credentials.IAM{Client: &http.Client{Timeout: 5 * time.Second}, Region: p.region}
	c := credentials.New(&chain{sources: []credentials.Provider{&credentials.EnvAWS{}, file, machine}})
	if only {
		c = credentials.New(file)
	}
	if p.role == "" {
		return c
	}
	region := cmp.Or(p.region, "us-east-1")
	return credentials.New(&role{base: c, STSAssumeRole: credentials.STSAssumeRole{
		STSEndpoint: cmp.Or(os.Getenv("AWS_ENDPOINT_URL_STS"), "https://sts."+region+".amazonaws.com"),
		Options:     credentials.STSAssumeRoleOptions{RoleARN: p.role, RoleSessionName: "zermelo", Location: region},
	}})
}

// chain uses the first source that has keys. Unlike [credentials.Chain], it returns an error if no
// source has keys.
type chain struct {
	credentials.Provider // source in use; nil until the first call
	sources              []credentials.Provider
}

func (c *chain) RetrieveWithCredContext(cc *credentials.CredContext) (credentials.Value, error) {
	var why error
	for _, source := range c.sources {
		v, err := source.RetrieveWithCredContext(cc)
		if err == nil && v.AccessKeyID != "" && v.SecretAccessKey != "" {
			c.Provider = source
			return v, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			why = err
		}
	}
	return credentials.Value{}, fmt.Errorf("no credentials for the store (%v); set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or add anonymous=true to the address", why)
}

func (c *chain) IsExpired() bool { return c.Provider == nil || c.Provider.IsExpired() }

// role provides the credentials of an AWS role. It assumes the role using the credentials in base.
type role struct {
	base *credentials.Credentials
	credentials.STSAssumeRole
}

func (r *role) RetrieveWithCredContext(cc *credentials.CredContext) (credentials.Value, error) {
	v, err := r.base.GetWithContext(cc)
	if err != nil {
		return credentials.Value{}, err
	}
	r.Options.AccessKey, r.Options.SecretKey, r.Options.SessionToken = v.AccessKeyID, v.SecretAccessKey, v.SessionToken
	return r.STSAssumeRole.RetrieveWithCredContext(cc)
}
