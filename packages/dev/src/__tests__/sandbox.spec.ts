import { createServer } from "node:net"
import { readOptions, sandboxCommand } from "../commands/sandbox"

describe("readOptions", () => {
  it("binds to loopback and counts requests unless told otherwise", () => {
    expect(readOptions([])).toEqual({
      json: false,
      port: 4010,
      host: "127.0.0.1",
      locale: "en",
      refunds: true,
      webhookUrl: "http://localhost:9000/hooks/paycollect",
    })
    expect(readOptions(["--webhook-url", "none"]).webhookUrl).toBeUndefined()
  })

  it("takes every option", () => {
    const args =
      "--port 0 --host ::1 --public-url https://pay.example --webhook-url http://localhost:9000/hooks/paycollect " +
      "--variant reuse=conflict --variant amounts=number --no-rate-limits --no-refunds --locale fr --merchant-name Comptoir --json"
    expect(readOptions(args.split(" "))).toEqual({
      json: true,
      port: 0,
      host: "::1",
      publicUrl: "https://pay.example",
      webhookUrl: "http://localhost:9000/hooks/paycollect",
      reuse: "conflict",
      amounts: "number",
      rateLimits: false,
      refunds: false,
      locale: "fr",
      merchantName: "Comptoir",
    })
  })

  it.each([
    [["--port", "high"]],
    [["--port", "70000"]],
    [["--webhook-url", "ftp://x"]],
    [["--variant", "reuse=maybe"]],
    [["--variant", "colour=red"]],
    [["--variant", "reuse"]],
    [["--colour"]],
    [["extra"]],
  ])("refuses %j", (args) => {
    expect(() => readOptions(args)).toThrow(expect.objectContaining({ name: "UsageError" }))
  })
})

describe("the sandbox command", () => {
  const write = jest.spyOn(console, "log").mockImplementation(() => undefined)
  const warn = jest.spyOn(console, "error").mockImplementation(() => undefined)
  afterEach(() => jest.clearAllMocks())
  afterAll(() => jest.restoreAllMocks())

  it("says where it listens, serves, and stops at a signal", async () => {
    const ended = sandboxCommand.run(["--port", "0", "--json"])
    while (write.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const facts = JSON.parse(String(write.mock.calls[0]![0])) as Record<string, string>
    const response = await fetch(`${facts.baseUrl}/customers`, {
      headers: { authorization: `Bearer ${facts.testSecretKey}` },
    })
    expect(response.status).toBe(200)
    expect((await fetch(facts.controlUrl!)).status).toBe(200)
    process.emit("SIGTERM")
    expect(await ended).toBe(0)
    await expect(fetch(facts.controlUrl!)).rejects.toThrow()
    expect(warn).not.toHaveBeenCalled()
  })

  it("warns when other machines can reach it", async () => {
    const ended = sandboxCommand.run(["--port", "0", "--host", "0.0.0.0"])
    while (warn.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(String(write.mock.calls[0]![0])).toContain("PAYCOLLECT_TEST_BASE_URL=http://127.0.0.1:")
    expect(String(write.mock.calls[0]![0])).toContain(
      "events go to    http://localhost:9000/hooks/paycollect\n"
    )
    process.emit("SIGINT")
    expect(await ended).toBe(0)
  })

  it("says so when the port is taken, and how to take another", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const { port } = other.address() as { port: number }
    await expect(sandboxCommand.run(["--port", String(port)])).rejects.toThrow(
      new RegExp(`^Port ${port} is taken: .* --port takes another one`)
    )
    other.close()
  })
})
