const http = require("node:http")

/** Questions to the store about itself, by path, in front of whatever Medusa serves. An answer is JSON. */
exports.openDoors = function openDoors(doors) {
  const { emit } = http.Server.prototype
  http.Server.prototype.emit = function (event, request, response) {
    const door = event === "request" && doors[request.url]
    if (!door) return emit.apply(this, arguments)
    Promise.resolve()
      .then(door)
      .then(
        (body) => response.end(JSON.stringify(body ?? null)),
        (error) => response.writeHead(500).end(String(error?.stack))
      )
    return true
  }
}
