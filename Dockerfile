FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o /zermelo ./cmd/zermelo
RUN mkdir -m 0700 /tables

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /zermelo /zermelo
COPY --from=build --chown=65532:65532 /tables /tables
USER 65532:65532
ENV ZERMELO_DB=/tables TMPDIR=/tables
VOLUME /tables
ENTRYPOINT ["/zermelo"]
