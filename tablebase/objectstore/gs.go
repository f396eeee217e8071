//go:build gs

package objectstore

import _ "gocloud.dev/blob/gcsblob" // gs://
