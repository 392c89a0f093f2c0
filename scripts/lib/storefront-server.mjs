import { createReadStream, existsSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { extname, join, normalize, sep } from "node:path"
import { pipeline } from "node:stream"
import { createGzip } from "node:zlib"

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
}

/** A file inside `dir`, or undefined: whatever dots and escapes the path holds, nothing outside is reached. */
function fileFor(dir, pathname) {
  let path
  try {
    path = normalize(join(dir, decodeURIComponent(pathname)))
  } catch {
    return undefined
  }
  if (!path.startsWith(dir + sep) || path.includes("\0")) return undefined
  return existsSync(path) && statSync(path).isFile() ? path : undefined
}

/** Pictures and fonts are compressed already. */
const text = new Set([".html", ".js", ".css", ".json", ".svg"])

/** Compressed as any host of a shop does it: the budget of the storefront's build counts what travels. */
function send({ headers: asked }, response, { file, cache }) {
  const zips = text.has(extname(file)) && /\bgzip\b/.test(asked["accept-encoding"] ?? "")
  const headers = {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    "cache-control": cache,
    ...(text.has(extname(file)) && { vary: "accept-encoding" }),
    ...(zips && { "content-encoding": "gzip" }),
  }
  response.writeHead(200, headers)
  // Ends both sides whichever of them breaks.
  const streams = [createReadStream(file), ...(zips ? [createGzip()] : []), response]
  pipeline(streams, () => undefined)
}

/**
 * Serves a built single-page storefront. `/config.json` is answered from `config`, so that one build fits any address
 * of the store; a path without a file of its own belongs to the page's router.
 */
export function serveStorefront({ dir, port, host, config }) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    if (request.method !== "GET" && request.method !== "HEAD") return response.writeHead(405).end()
    if (pathname === "/config.json") {
      response.writeHead(200, { "content-type": types[".json"], "cache-control": "no-store" })
      return response.end(JSON.stringify(config))
    }
    const file = fileFor(dir, pathname)
    if (file) {
      const cache = pathname.startsWith("/assets/") ? "max-age=31536000, immutable" : "no-cache"
      return send(request, response, { file, cache })
    }
    if (extname(pathname) || pathname.startsWith("/assets/")) return response.writeHead(404).end("not found")
    return send(request, response, { file: join(dir, "index.html"), cache: "no-cache" })
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => resolve(server))
  })
}
