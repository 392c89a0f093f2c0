import { isPrefetch, isRobot } from "../requests"

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36"
const visit = (userAgent: string, more: Record<string, string> = {}, method = "GET") => ({
  method,
  headers: { "user-agent": userAgent, ...more },
})

describe("a visit of a page", () => {
  it.each([
    `Mozilla/5.0 (Linux; Android 13; TECNO KI5k) ${CHROME}`,
    `Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) ${CHROME}`,
    "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/440]",
    "",
  ])("of a person: %s", (agent) => expect(isRobot(visit(agent))).toBe(false))

  it.each([
    "WhatsApp/2.23.20.0 A",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "curl/8.5.0",
  ])("of a robot: %s", (agent) => expect(isRobot(visit(agent))).toBe(true))

  it("that nobody looks at: HEAD, and what a browser fetches ahead", () => {
    expect(isRobot(visit(CHROME, {}, "HEAD"))).toBe(true)
    const ahead: Record<string, string>[] = [
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
      { "x-moz": "prefetch" },
    ]
    for (const header of ahead) {
      expect(isPrefetch(visit(CHROME, header))).toBe(true)
      expect(isRobot(visit(CHROME, header))).toBe(true)
    }
    expect(isPrefetch(visit(CHROME))).toBe(false)
  })
})
