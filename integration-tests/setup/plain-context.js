const { constants, createContext } = require("node:vm")
const { TestEnvironment } = require("jest-environment-node")

/**
 * jest's node environment with an ordinary global object. In jest's own, every look at a global (`Object`, `Promise`) goes through a
 * proxy, which makes a ring of thousands of scenarios several times slower.
 */
module.exports = class PlainContext extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const plain = createContext(constants.DONT_CONTEXTIFY)
    for (const key of Reflect.ownKeys(this.global)) {
      if (key in plain) continue
      Object.defineProperty(plain, key, Object.getOwnPropertyDescriptor(this.global, key))
    }
    // Node's own code hands out and takes objects of these, so there must be one of each.
    Object.assign(plain, { Buffer, ArrayBuffer, Uint8Array, global: plain })
    this.context = plain
    this.global = plain
  }
}
