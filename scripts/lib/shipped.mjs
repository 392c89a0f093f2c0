/** The packages of this repository that are published beside the plugin. */
export const isOwn = (place) => /^packages\/[^/]+$/.test(place)

/**
 * What the published packages bring into a store, by the lock file (version 3): themselves and the packages below them, without those of development
 * and of the demo. (`npm sbom` and `npm query` take the workspace as one: they add the demo's and leave out what Medusa needs as well.) `needs` are the places of those that each needs, the root's place is "".
 * @returns {Map<string, {name: string, version: string, licence: string, integrity: string | undefined, needs: string[]}>} by place
 */
export function shipped({ packages }) {
  const found = new Map()
  const visit = (path) => {
    const { name, version, license, integrity, dependencies, optionalDependencies = {} } = packages[path]
    const needs = []
    const own = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    found.set(path, { name: name ?? own, version, licence: license ?? "none given", integrity, needs })
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = resolve(packages, path, name)
      if (!at) {
        if (name in optionalDependencies) continue
        throw new Error(`${name}, a dependency of ${path || "this package"}, is not in the lock file`)
      }
      needs.push(at)
      if (!found.has(at)) visit(at)
    }
  }
  for (const place of ["", ...Object.keys(packages).filter(isOwn)]) visit(place)
  return found
}

/** As node looks for a module: in the nearest `node_modules` first. */
function resolve(packages, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
    const path = `${place ? `${place}/` : ""}node_modules/${name}`
    if (packages[path]) return path
    if (!place) return null
  }
}
