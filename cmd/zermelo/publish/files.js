// An in-memory file system with the interface of Node's fs, as required by Go
// programs in browsers. Published files are fetched in ranges on demand;
// written files stay in memory.

const RANGE = 1 << 15; // minimum size of a fetch, in bytes
const MAX_RANGES = 1024; // maximum number of cached ranges

const nodes = new Map(); // by path: {ino, data, size, url, children}
const opened = new Map(); // by descriptor: {node, path, at}
const ranges = new Map(); // LRU cache, by URL and range number
let last = 100; // last descriptor or inode number

function fault(code) {
  return Object.assign(new Error(code), { code });
}

function parent(path) {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function clean(path) {
  return `/${path.split('/').filter((part) => part && part !== '.').join('/')}`;
}

function add(path, node) {
  if (!nodes.has(parent(path)) && path !== '/') add(parent(path), { children: new Set() });
  node.ino = ++last;
  node.time = Date.now();
  nodes.set(path, node);
  if (path !== '/') nodes.get(parent(path)).children.add(path.slice(path.lastIndexOf('/') + 1));
  return node;
}

function remove(path) {
  nodes.delete(path);
  nodes.get(parent(path)).children.delete(path.slice(path.lastIndexOf('/') + 1));
}

function find(path) {
  const node = nodes.get(clean(path));
  if (!node) throw fault('ENOENT');
  return node;
}

function stat(node) {
  const folder = Boolean(node.children);
  return {
    dev: 1, ino: node.ino, mode: folder ? 0o40755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0, size: node.size ?? 0, blksize: 4096, blocks: 0,
    atimeMs: node.time, mtimeMs: node.time, ctimeMs: node.time, isDirectory: () => folder,
  };
}

/** Returns the bytes [from, to) of a published file. */
async function fetched(node, from, to) {
  const first = Math.floor(from / RANGE);
  const end = Math.ceil(to / RANGE);
  const parts = [];
  for (let n = first; n < end; n++) {
    const key = `${node.url} ${n}`;
    let part = ranges.get(key);
    ranges.delete(key);
    part ??= load(node, n * RANGE, Math.min(node.size, (n + 1) * RANGE));
    ranges.set(key, part); // mark as most recently used
    parts.push(part);
  }
  while (ranges.size > MAX_RANGES) ranges.delete(ranges.keys().next().value);
  try {
    const all = new Uint8Array((end - first) * RANGE);
    (await Promise.all(parts)).forEach((part, i) => all.set(part, i * RANGE));
    return all.subarray(from - first * RANGE, to - first * RANGE);
  } catch (err) {
    ranges.clear(); // retry failed ranges on the next read
    throw err;
  }
}

async function load(node, from, to) {
  const answer = await fetch(node.url, { headers: { Range: `bytes=${from}-${to - 1}` } });
  if (!answer.ok) throw fault('EIO');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return answer.status === 206 ? bytes : bytes.subarray(from, to); // the host may not support ranges
}

function grow(node, size) {
  if (size > node.data.length) {
    const data = new Uint8Array(Math.max(size, 2 * node.data.length));
    data.set(node.data.subarray(0, node.size));
    node.data = data;
  }
  if (size < node.size) node.data.fill(0, size, node.size);
  node.size = size;
}

const calls = {
  open(path, flags) {
    path = clean(path);
    let node = nodes.get(path);
    if (node && flags & fs.constants.O_EXCL && flags & fs.constants.O_CREAT) throw fault('EEXIST');
    if (!node) {
      if (!(flags & fs.constants.O_CREAT)) throw fault('ENOENT');
      if (!nodes.has(parent(path))) throw fault('ENOENT');
      node = add(path, { data: new Uint8Array(0), size: 0 });
    }
    if (node.url && flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) throw fault('EROFS');
    if (flags & fs.constants.O_TRUNC) grow(node, 0);
    opened.set(++last, { node, path, at: 0, appends: Boolean(flags & fs.constants.O_APPEND) });
    return last;
  },
  close(fd) { opened.delete(fd); },
  stat(path) { return stat(find(path)); },
  lstat(path) { return stat(find(path)); },
  fstat(fd) { return stat(opened.get(fd).node); },
  readdir(path) { return [...find(path).children ?? []]; },
  mkdir(path) {
    path = clean(path);
    if (nodes.has(path)) throw fault('EEXIST');
    if (!nodes.has(parent(path))) throw fault('ENOENT');
    add(path, { children: new Set() });
  },
  unlink(path) {
    if (find(path).children) throw fault('EISDIR');
    remove(clean(path));
  },
  rmdir(path) {
    const { children } = find(path);
    if (!children) throw fault('ENOTDIR');
    if (children.size > 0) throw fault('ENOTEMPTY');
    remove(clean(path));
  },
  rename(from, to) {
    from = clean(from);
    to = clean(to);
    find(from);
    if (!nodes.has(parent(to))) throw fault('ENOENT');
    if (nodes.get(to)?.children?.size > 0) throw fault('ENOTEMPTY');
    for (const [path, node] of [...nodes]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      nodes.delete(path);
      nodes.set(to + path.slice(from.length), node);
    }
    nodes.get(parent(from)).children.delete(from.slice(from.lastIndexOf('/') + 1));
    nodes.get(parent(to)).children.add(to.slice(to.lastIndexOf('/') + 1));
  },
  ftruncate(fd, size) { grow(opened.get(fd).node, size); },
  truncate(path, size) { grow(find(path), size); },
  fsync() {},
  fchmod() {},
  chmod() {},
  utimes() {},
  async read(fd, buffer, offset, length, position) {
    const file = opened.get(fd);
    const from = position ?? file.at;
    const to = Math.min(file.node.size, from + length);
    if (to <= from) return 0;
    buffer.set(file.node.url ? await fetched(file.node, from, to) : file.node.data.subarray(from, to), offset);
    if (position === null) file.at = to;
    return to - from;
  },
  write(fd, buffer, offset, length, position) {
    if (fd <= 2) {
      console.log(new TextDecoder().decode(buffer.subarray(offset, offset + length)));
      return length;
    }
    const file = opened.get(fd);
    const from = position ?? (file.appends ? file.node.size : file.at);
    if (from + length > file.node.size) grow(file.node, from + length);
    file.node.data.set(buffer.subarray(offset, offset + length), from);
    file.node.time = Date.now();
    if (position === null) file.at = from + length;
    return length;
  },
};

const fs = { constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 } };
for (const [name, call] of Object.entries(calls)) {
  fs[name] = (...args) => {
    const callback = args.pop();
    Promise.resolve().then(() => call(...args)).then((result) => callback(null, result), (err) => callback(err.code ? err : fault('EIO')));
  };
}
fs.writeSync = (fd, buffer) => calls.write(fd, buffer, 0, buffer.length, null);
globalThis.fs = fs;

/** Registers the published files, by path and size, and creates writable folders. */
globalThis.addFiles = (files, folders) => {
  add('/', { children: new Set() });
  for (const [path, size] of Object.entries(files)) {
    add(`/${path}`, { url: path.split('/').map(encodeURIComponent).join('/'), size });
  }
  for (const path of folders) if (!nodes.has(path)) add(path, { children: new Set() });
};
