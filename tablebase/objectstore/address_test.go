package objectstore

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clearAWS hides the AWS settings of this machine and creates a home directory with two profiles.
func clearAWS(t *testing.T) {
	t.Helper()
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	for name, text := range map[string]string{
		"config":      "[default]\nregion = eu-north-1\n[profile work]\nregion = eu-west-3\n",
		"credentials": "[default]\naws_access_key_id = DEFAULT\naws_secret_access_key = s\n[work]\naws_access_key_id = WORK\naws_secret_access_key = s\n",
	} {
		path := filepath.Join(home, ".aws", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// location returns the URL, the access key and the region of a request for an object named x.
func location(t *testing.T, address string) string {
	t.Helper()
	opened, err := Open(address)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	s := opened.(*s3)
	u, err := s.client.PresignedGetObject(t.Context(), s.bucket, s.prefix+"x", time.Hour, nil)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	scope := strings.Split(u.Query().Get("X-Amz-Credential"), "/")
	u.RawQuery = ""
	return fmt.Sprint(u, " ", scope[0], " ", scope[2])
}

func TestAddresses(t *testing.T) {
	for _, test := range []struct{ environment, address, want string }{
		{"", "s3://solves", "https://solves.s3.eu-north-1.amazonaws.com/x DEFAULT eu-north-1"},
		{"AWS_REGION=us-west-2", "s3://solves/a/b/", "https://solves.s3.us-west-2.amazonaws.com/a/b/x DEFAULT us-west-2"},
		{"AWS_DEFAULT_REGION=us-west-2", "s3://solves?region=us-east-2", "https://solves.s3.us-east-2.amazonaws.com/x DEFAULT us-east-2"},
		{"AWS_PROFILE=work", "s3://solves", "https://solves.s3.eu-west-3.amazonaws.com/x WORK eu-west-3"},
		{"AWS_ACCESS_KEY_ID=KEY AWS_SECRET_ACCESS_KEY=s AWS_PROFILE=work", "s3://solves", "https://solves.s3.eu-west-3.amazonaws.com/x KEY eu-west-3"},
		{"AWS_ACCESS_KEY_ID=KEY AWS_SECRET_ACCESS_KEY=s", "s3://solves?profile=work", "https://solves.s3.eu-west-3.amazonaws.com/x WORK eu-west-3"},
		{"", "s3://solves?use_path_style=true", "https://s3.eu-north-1.amazonaws.com/solves/x DEFAULT eu-north-1"},
		{"", "s3://solves?s3ForcePathStyle=true&disable_https=true", "http://s3.eu-north-1.amazonaws.com/solves/x DEFAULT eu-north-1"},
		{"", "s3://solves?dualstack=true", "https://solves.s3.dualstack.eu-north-1.amazonaws.com/x DEFAULT eu-north-1"},
		{"", "s3://solves?accelerate=true", "https://solves.s3-accelerate.amazonaws.com/x DEFAULT eu-north-1"},
		{"", "s3://solves?fips=true&region=us-east-1", "https://solves.s3-fips.us-east-1.amazonaws.com/x DEFAULT us-east-1"},
		{"", "s3://solves?prefix=a/b-&ssetype=AES256", "https://solves.s3.eu-north-1.amazonaws.com/a/b-x DEFAULT eu-north-1"},
		{"", "s3://solves/a?endpoint=http://10.0.0.2:7070/&hostname_immutable=true", "http://10.0.0.2:7070/solves/a/x DEFAULT eu-north-1"},
		{"", "s3://solves?endpoint=minio:9000&disable_https=true", "http://minio:9000/solves/x DEFAULT eu-north-1"},
		{"", "s3://solves?endpoint=https://example.org&use_path_style=false", "https://solves.example.org/x DEFAULT eu-north-1"},
		{"AWS_ENDPOINT_URL=http://minio:9000", "s3://solves", "http://minio:9000/solves/x DEFAULT eu-north-1"},
		{"AWS_ENDPOINT_URL=http://minio:9000", "gs://solves/a", "https://solves.storage.googleapis.com/a/x DEFAULT auto"},
	} {
		t.Run(test.environment+" "+test.address, func(t *testing.T) {
			clearAWS(t)
			for v := range strings.FieldsSeq(test.environment) {
				name, value, _ := strings.Cut(v, "=")
				t.Setenv(name, value)
			}
			if got := location(t, test.address); got != test.want {
				t.Errorf("requests go to\n%s, want\n%s", got, test.want)
			}
		})
	}
}

func TestBadAddressesAreRefused(t *testing.T) {
	clearAWS(t)
	for address, want := range map[string]string{
		"solves":                               "must be file:///FOLDER",
		"azblob://solves":                      "must be file:///FOLDER",
		"file:///no/folder":                    "no such file",
		"s3://":                                "missing bucket name",
		"s3://solves?use_path_stile=true":      `unknown parameter "use_path_stile"`,
		"s3://solves?anonymous=perhaps":        "must be true or false",
		"s3://solves?endpoint=ftp://host":      "must be http://HOST:PORT",
		"s3://solves?endpoint=http://host/dir": "path",
		"s3://solves?ssetype=secret":           "must be AES256 or aws:kms",
	} {
		if _, err := Open(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", address, err, want)
		}
	}
}

// authorization returns the header of the first request for an object.
func authorization(t *testing.T, parameters string) string {
	t.Helper()
	var header string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header.Get("Authorization")
		w.WriteHeader(http.StatusNotFound)
	}))
	defer server.Close()
	s, err := Open("s3://solves?region=us-east-1&endpoint=" + server.URL + parameters)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = s.Stat(t.Context(), "x")
	return header
}

func TestAnonymousRequestsAreNotSigned(t *testing.T) {
	clearAWS(t)
	if got := authorization(t, "&anonymous=true"); got != "" {
		t.Errorf("the header is %q, want none", got)
	}
	if got := authorization(t, ""); !strings.Contains(got, "DEFAULT") {
		t.Errorf("the header is %q, want one with the key of the file", got)
	}
}

func TestKeysOfTheMachineAndOfARole(t *testing.T) {
	clearAWS(t)
	t.Setenv("HOME", t.TempDir())
	expires := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost && strings.Contains(r.Header.Get("Authorization"), "MACHINE") && r.FormValue("RoleArn") == "arn:aws:iam::1:role/x":
			fmt.Fprintf(w, `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
				<AccessKeyId>ROLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>%s</Expiration>
				</Credentials></AssumeRoleResult></AssumeRoleResponse>`, expires)
		case r.URL.Path == "/keys":
			fmt.Fprintf(w, `{"AccessKeyId":"MACHINE","SecretAccessKey":"s","Token":"t","Expiration":%q}`, expires)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", server.URL+"/keys")
	t.Setenv("AWS_ENDPOINT_URL_STS", server.URL)
	if got := authorization(t, ""); !strings.Contains(got, "MACHINE") {
		t.Errorf("the header is %q, want one with the key of the machine", got)
	}
	if got := authorization(t, "&role=arn:aws:iam::1:role/x"); !strings.Contains(got, "ROLE") {
		t.Errorf("the header is %q, want one with the key of the role", got)
	}
}

func TestErrorForMissingKeysNamesTheVariables(t *testing.T) {
	clearAWS(t)
	t.Setenv("HOME", t.TempDir())
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://127.0.0.1:1/none")
	s, err := Open("s3://solves?region=us-east-1&endpoint=http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Stat(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), "set AWS_ACCESS_KEY_ID") {
		t.Errorf("error %v, want one that names AWS_ACCESS_KEY_ID", err)
	}
}
