module zermelo

go 1.26.0

require github.com/cespare/xxhash/v2 v2.3.0
