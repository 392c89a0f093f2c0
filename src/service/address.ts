import { lookup as resolveName } from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { PayCollectConfigurationError, PayCollectInvalidRequestError } from "./errors"

/** 127.0.0.0/8, ::1 and localhost: where plain http cannot be listened to. */
function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Whether an address leads to this machine: nothing but a simulator of the service listens there. */
export function isOnThisMachine(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname)
}

/** Networks that are private, this machine's own or reserved. An address of IPv4 in the notation of IPv6 is judged as what it is. */
const PRIVATE = new BlockList()
const PRIVATE_IPV4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3"
// The first four hold an address of IPv4, in a form that no service has.
const PRIVATE_IPV6 = "::/96 64:ff9b:1::/48 2001::/32 2002::/16 fc00::/7 fe80::/9 ff00::/8"
const subnets = (list: string) => list.split(" ").map((subnet) => subnet.split("/") as [string, string])
for (const [net, bits] of subnets(PRIVATE_IPV4)) {
  PRIVATE.addSubnet(net, Number(bits))
  PRIVATE.addSubnet(`64:ff9b::${net}`, 96 + Number(bits), "ipv6")
}
for (const [net, bits] of subnets(PRIVATE_IPV6)) PRIVATE.addSubnet(net, Number(bits), "ipv6")

const isPrivateIp = (ip: string) => isIP(ip) !== 0 && PRIVATE.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4")

/** By its form alone; what a name leads to is known when it is looked up: {@link publicLookup}. */
export function isPrivateAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$|\.$/g, "")
  return isPrivateIp(host) || /(^|\.)localhost$/.test(host)
}

/** As Node's own, for connections: a name that leads into a private network leads nowhere, whenever it is asked for. */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  resolveName(hostname, options, (error, found, family) => {
    const isPrivate = [found]
      .flat()
      .some((each) => isPrivateIp(typeof each === "string" ? each : each?.address))
    const nowhere = Object.assign(new Error("A private network"), { code: "ENOTFOUND" })
    callback(error ?? (isPrivate ? nowhere : null), found, family)
  })

const isTransportSafe = (url: URL) =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname))

/** White space and backslashes are what URL parsers silently repair; an address that needs repair is not sent on. */
const NEEDS_REPAIR = /[\s\\\p{Cc}]/u

function parseAddress(address: unknown): URL | undefined {
  if (typeof address !== "string" || NEEDS_REPAIR.test(address)) return undefined
  return URL.canParse(address) ? new URL(address) : undefined
}

/** What is wrong with a configured address; undefined when nothing is. */
export function addressProblem(address: unknown): string | undefined {
  const url = parseAddress(address)
  if (!url) return "must be an absolute address"
  if (!isTransportSafe(url)) return "must begin with https:// (http:// is for loopback only)"
  if (url.username || url.password) return "must not hold credentials"
  // The bare "?" and "#" leave no trace in the parsed address.
  return /[?#]/.test(String(address)) ? "must not have a query or a fragment" : undefined
}

/** A configured address without trailing slash. @throws PayCollectConfigurationError naming `field` */
export function checkoutAddress(address: unknown, field: string): string {
  const problem = addressProblem(address)
  if (problem) throw new PayCollectConfigurationError(field, problem)
  return new URL(String(address)).href.replace(/\/+$/, "")
}

/** Whether the last segment of an address without trailing slash is the version (interface 9). */
export const isVersioned = (address: string) => /\/v\d+$/.test(new URL(address).pathname)

/** As checkoutAddress, and the last segment is the version. */
export function serviceAddress(address: unknown, field: string): string {
  const checked = checkoutAddress(address, field)
  if (isVersioned(checked)) return checked
  throw new PayCollectConfigurationError(field, "must end in the version segment, such as /v1")
}

/** Whether a customer may be sent to `address`: below `base` when there is one, else https, or http on loopback. */
export function isTrustedCheckout(address: string, base: string | undefined): boolean {
  const url = parseAddress(address)
  if (!url || !isTransportSafe(url) || url.username || url.password) return false
  if (base === undefined) return true
  const root = new URL(base)
  const path = root.pathname.replace(/\/+$/, "")
  // The slash is the boundary: /pay must not match /payback, nor example.com match example.com.evil.test.
  return url.origin === root.origin && (url.pathname === path || url.pathname.startsWith(`${path}/`))
}

const IDENTIFIER = /^[A-Za-z0-9_.:-]{1,128}$/

const SEGMENTS: Record<string, RegExp> = {
  reference: IDENTIFIER,
  id: IDENTIFIER,
  payment_method: /^[A-Za-z0-9_.-]{1,64}$/,
  currency: /^[A-Za-z]{3}$/,
  amount: /^\d{1,30}(\.\d{1,6})?$/,
}

/** A path segment, checked by the rule of its placeholder and encoded. @throws PayCollectInvalidRequestError naming the placeholder */
export function encodeSegment(name: string, value: string, operation: string): string {
  const rule = SEGMENTS[name]
  // "." and ".." survive encoding and would address another resource.
  const valid =
    rule !== undefined && typeof value === "string" && rule.test(value) && !/^\.{1,2}$/.test(value)
  if (valid) return encodeURIComponent(value)
  throw new PayCollectInvalidRequestError({
    operation,
    message: `The ${name} given to ${operation} has characters or a length that the service's addresses do not allow. No request was sent and nothing was charged. Correct the value.`,
  })
}

/** `/a/{id}` filled in. Every placeholder must be in `params`. */
export function fillPath(path: string, params: Record<string, string>, operation: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, params[name] ?? "", operation))
}
