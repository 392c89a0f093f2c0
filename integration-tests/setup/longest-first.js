const { existsSync, readFileSync, statSync } = require("node:fs")
const { dirname, join } = require("node:path")
const { default: Sequencer } = require("@jest/test-sequencer")

/** In bytes, with the suites that it imports. */
function weigh(spec) {
  const suites = [...readFileSync(spec, "utf8").matchAll(/^import .*"(\..+\.suite)"$/gm)]
    .map(([, from]) => join(dirname(spec), `${from}.ts`))
    .filter((suite) => existsSync(suite))
  return [spec, ...suites].reduce((total, file) => total + statSync(file).size, 0)
}

/** As jest does where it knows no times, but that most of what a shared store runs is not in its spec: begun last, it would run alone. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const bytes = new Map(tests.map(({ path }) => [path, weigh(path)]))
    return [...tests].sort((one, other) => bytes.get(other.path) - bytes.get(one.path))
  }
}
