import { resolveOptions } from "../options"

const given = (notifications: object) => resolveOptions({ notifications }, {}).notifications

describe("options for messages to the merchant", () => {
  it("tell nobody unless recipients are named", () => {
    expect(resolveOptions({}, {}).notifications).toEqual({
      channel: "email",
      recipients: [],
      language: "en",
      time_zone: "UTC",
      summary_hour: 8,
      templates: {},
    })
    expect(given({})).toEqual(resolveOptions({}, {}).notifications)
  })

  it("take recipients as a list or as one text, each once", () => {
    const both = ["a@example.com", "b@example.com"]
    expect(given({ recipients: both }).recipients).toEqual(both)
    expect(given({ recipients: " a@example.com, b@example.com;\na@example.com," }).recipients).toEqual(both)
    expect(given({ channel: "sms", recipients: "+237 699 00 11 22" }).recipients).toEqual([
      "+237 699 00 11 22",
    ])
  })

  it.each([
    ["channel", { channel: "E-Mail" }],
    ["channel", { channel: "feed" }],
    ["recipients", { recipients: "a@example.com, secret-name" }],
    ["recipients", { recipients: ["+237699001122"] }],
    ["recipients", { channel: "sms", recipients: ["secret-name@example.com"] }],
    ["recipients", { recipients: Array.from({ length: 21 }, (_, index) => `a${index}@example.com`) }],
    ["language", { language: "de" }],
    ["time_zone", { time_zone: "Africa/Nowhere" }],
    ["time_zone", { time_zone: "+01:00" }],
    ["summary_hour", { summary_hour: 24 }],
    ["summary_hour", { summary_hour: 7.5 }],
    ["templates.new_items", { templates: { new_items: "" } }],
    ["templates.other", { templates: { other: "x" } }],
    ["sender", { sender: "x" }],
  ])("name notifications.%s when it is wrong, and no address", (name, wrong) => {
    let message = ""
    try {
      given(wrong)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(`- notifications.${name}: `)
    expect(message).not.toMatch(/secret-name|example\.com|23769/)
  })

  it("tell which of the recipients is none", () => {
    expect(() => given({ recipients: "a@example.com, b@example.com, c" })).toThrow(
      "notifications.recipients: must be e-mail addresses, separated by commas; number 3 is none"
    )
  })
})
