import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cookieRules } from "../session-cookie"

/** A request that the session cookie signs in, and what became of it. */
function byCookie(headers: Record<string, string>, cors: "adminCors" | "storeCors" = "adminCors") {
  const auth_context = { actor_id: "user_01" }
  const config = {
    projectConfig: { http: { adminCors: "https://a.example", storeCors: "https://s.example" } },
  }
  const scope = { resolve: (name: string) => name === ContainerRegistrationKeys.CONFIG_MODULE && config }
  const req = { method: "POST", headers: { host: "shop.example", ...headers }, session: { auth_context } }
  const json = jest.fn<void, [{ code: string; message: string }]>()
  const status = jest.fn(() => ({ json }))
  const next = jest.fn()
  cookieRules(cors)({ ...req, auth_context, scope } as never, { status } as never, next)
  return {
    passed: next.mock.calls.length === 1,
    status: status.mock.calls[0] as unknown,
    refusal: json.mock.calls[0]?.[0],
  }
}

const JSON_TYPE = { "content-type": "application/json" }

describe("a writing request that the session cookie signs in", () => {
  it("passes as JSON, of the server's own page or one of the list", () => {
    expect(byCookie(JSON_TYPE).passed).toBe(true)
    expect(byCookie({ ...JSON_TYPE, origin: "https://shop.example" }).passed).toBe(true)
    expect(byCookie({ ...JSON_TYPE, origin: "https://s.example" }, "storeCors").passed).toBe(true)
  })

  it("is else told what happened, that nothing was changed, and what to do", () => {
    const asForm = byCookie({ "content-type": "application/x-www-form-urlencoded" })
    expect([asForm.passed, asForm.status, asForm.refusal!.code]).toEqual([
      false,
      [415],
      "paycollect_json_only",
    ])
    expect(asForm.refusal!.message).toMatch(
      /nothing was changed\. Send content-type: application\/json, or sign in by a bearer/
    )
    for (const cors of ["adminCors", "storeCors"] as const) {
      const foreign = byCookie({ ...JSON_TYPE, origin: "https://evil.example" }, cors)
      expect([foreign.passed, foreign.status, foreign.refusal!.code]).toEqual([
        false,
        [403],
        "paycollect_foreign_origin",
      ])
      expect(foreign.refusal!.message).toMatch(
        new RegExp(`nothing was changed\\. Add the page's origin to ${cors}`)
      )
    }
  })
})
