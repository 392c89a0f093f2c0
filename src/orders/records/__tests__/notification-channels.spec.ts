import { type ConfigModule } from "@medusajs/framework/types"
import { channelsOf } from "../notification-channels"

const modules = (notification: unknown) => ({ notification }) as ConfigModule["modules"]
const provider = (...channels: string[]) => ({ resolve: "x", id: "x", options: { channels } })

describe("channels of a store", () => {
  it.each([
    [["feed"], { resolve: "@medusajs/medusa/notification", options: { providers: [provider("feed")] } }],
    [
      ["feed", "email", "sms"],
      {
        resolve: "@medusajs/notification",
        options: { providers: [provider("feed"), provider("email", "sms")] },
      },
    ],
    [[], { resolve: "@medusajs/medusa/notification", options: { providers: [{ resolve: "x", id: "x" }] } }],
    [[], { resolve: "@medusajs/medusa/notification" }],
    [[], false],
    [[], undefined],
    [null, { resolve: "./src/modules/own-notifications" }],
  ])("%j", (channels, notification) => {
    expect(channelsOf(modules(notification))).toEqual(channels)
  })

  it("count what Medusa's cloud adds by itself", () => {
    const cloud = { api_key: "k", endpoint: "e", environment_handle: "h" }
    const declared = (given: object) =>
      modules({
        resolve: "@medusajs/medusa/notification",
        options: { providers: [provider("feed")], cloud: given },
      })
    expect(channelsOf(declared(cloud))).toEqual(["feed", "email"])
    expect(channelsOf(declared({ ...cloud, api_key: undefined }))).toEqual(["feed"])
    expect(channelsOf(declared({ ...cloud, environment_handle: undefined }))).toEqual(["feed"])
  })

  it("are none in a store without modules", () => {
    expect(channelsOf(undefined)).toEqual([])
  })
})
