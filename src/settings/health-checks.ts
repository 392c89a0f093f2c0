export type CheckStatus = "ok" | "warning" | "error"
export type CheckValues = Record<string, string | number>

/** English has two forms of what is counted by the value `count`. */
export type CheckText = string | { one: string; other: string }

/**
 * Everything that the health page and `doctor` can say, by id: how bad it is, and the English text, with `{values}`, which the dashboard
 * shows, too. What happened, what it means, what to do. One line per topic is said: the good one or one of the others.
 */
export const HEALTH_CHECKS = {
  migrations_ok: ["ok", "The plugin’s tables are up to date."],
  migrations_pending: [
    "error",
    "The plugin’s tables are not up to date ({pending}). Run: npx medusa db:migrate",
  ],
  migrations_old: [
    "error",
    "The plugin’s tables were made by a version before 0.1.0, which was never released: this version does not read them, and nothing carries them over. Keep a copy of what you need, drop them with the SQL that medusa-payment-paycollect left-behind --drop-sql prints, then run: npx medusa db:migrate",
  ],
  configured: ["ok", "Everything that payments need is set for the {environment} environment."],
  not_configured: [
    "error",
    "No payment can be started in the {environment} environment: {missing} not set. Set it in the dashboard, the options or the server’s variables.",
  ],
  settings_ok: ["ok", "The dashboard’s settings fit the options."],
  settings_invalid: [
    "error",
    "Settings of the dashboard do not fit the options any more and count as not set: {fields}. Enter them anew in the dashboard.",
  ],
  secrets_undecryptable: [
    "error",
    "Secrets of the dashboard are opened by none of the encryption keys and count as not set: {fields}. Set the encryption key they were saved with, or enter them anew.",
  ],
  encryption_key_ok: ["ok", "An encryption key is set: settings can be changed in the dashboard."],
  encryption_key_missing: [
    "warning",
    "No encryption key is set, so settings cannot be changed in the dashboard. Set PAYCOLLECT_ENCRYPTION_KEY (openssl rand -base64 32).",
  ],
  environment_ok: ["ok", "New payments are made in the {environment} environment."],
  live_outside_production: [
    "warning",
    "Payments are live, but NODE_ENV is {node_env}: customers of this server pay real money.",
  ],
  test_in_production: [
    "warning",
    "This server runs in production, but payments are made in the test environment: no money comes in.",
  ],
  live_simulator: [
    "error",
    "Live payments lead to a simulator ({base_url}): no money comes in, and in production no payment is started and none believed. Set the live base address to the one that the service gave you.",
  ],
  checkout_url_missing: [
    "warning",
    "Live payments are on, and no checkout address is set: customers are sent to whatever https address the service answers. Set checkoutUrl of the live environment to the beginning of the service’s checkout addresses.",
  ],
  backend_url_ok: ["ok", "Customers come back to {backend_url}."],
  backend_url_missing: [
    "error",
    "The public address of this server is not set, so no payment can be started. Set backendUrl or PAYCOLLECT_BACKEND_URL.",
  ],
  backend_url_local: [
    "warning",
    "Customers are sent back to {backend_url}, which only this machine reaches: good for trying it out here, and no other phone or computer comes back from a payment.",
  ],
  backend_url_loopback: [
    "error",
    "Customers are sent back to {backend_url}, which only this machine reaches. Set backendUrl to the server’s public https address.",
  ],
  storefront_url_ok: ["ok", "Customers are sent on to {storefront_url}."],
  return_urls_ok: ["ok", "Customers are sent on to the return addresses that are set."],
  storefront_url_missing: [
    "warning",
    "No storefront address is set: customers who come back see a plain page of this server. Set it in the dashboard or as storefrontUrl.",
  ],
  webhook_secret_ok: ["ok", "Webhooks are signed and checked."],
  webhook_secret_missing: [
    "warning",
    "No webhook secret is set, so the service cannot report payments; they are found by asking, later. Enter the secret of the service’s dashboard.",
  ],
  webhook_seen: ["ok", "The last signed webhook came on {at}."],
  webhook_none_yet: ["ok", "No webhook came so far, and no payment that one was due for."],
  webhook_never_seen: [
    "warning",
    "Payments succeeded, but no webhook ever came. Check the address in the service’s dashboard: it has to be {webhook_url}.",
  ],
  webhook_silent: [
    "warning",
    "Payments succeeded, but no webhook has come since {at}. Check whether the service has switched the address {webhook_url} off.",
  ],
  foreign_events_none: [
    "ok",
    "No signed webhook of the last week was about a payment without any trace here.",
  ],
  foreign_events: [
    "warning",
    "{count} signed webhooks, the last on {at}, were about payments that nothing in this store belongs to: of another shop under the same account, or of records that are gone. After a restored backup, look for lost payments on the health page, or with doctor --since.",
  ],
  starts_ok: ["ok", "Customers can start payments, as far as is known."],
  starts_failing: [
    "error",
    "Nobody can pay in the {environment} environment since {at}: {code}. Check the key; if it is right, ask the service. Payments that were made are looked after.",
  ],
  connection_ok: ["ok", "The service answered on {at} in the {environment} environment."],
  connection_unknown: [
    "ok",
    "The service was not asked yet. Check the connection in the dashboard, or run doctor with --online.",
  ],
  connection_failed: [
    "error",
    "The last call to the service in the {environment} environment failed on {at}: {code}. Check address and key, then check the connection again. Payments under way are looked after.",
  ],
  rate_limit_ok: ["ok", "The service takes requests; nothing is paused."],
  rate_limit_paused: [
    "warning",
    "The service asked for a pause ({rate_class}): requests wait until {until}. Customers may have to wait; nothing is lost.",
  ],
  breaker_ok: ["ok", "No calls are held back."],
  breaker_open: [
    "warning",
    "The service failed several times in a row, so calls are held back ({rate_class}), with one try every 15 s. Payments that were made stay on record and are looked after.",
  ],
  reconcile_ok: ["ok", "The automatic follow-up looked after open payments on {at}."],
  reconcile_never_ran: [
    "warning",
    "The automatic follow-up, the job that looks after open payments, has not run yet. It runs every minute in a server whose worker mode is shared or worker.",
  ],
  reconcile_stale: [
    "warning",
    "The automatic follow-up, the job that looks after open payments, ran last on {at}. Is a server with worker mode shared or worker running?",
  ],
  due_ok: ["ok", "No payment waits longer than it should to be looked after."],
  due_overdue: [
    "warning",
    {
      one: "{count} payment should have been looked after since {at}.",
      other: "{count} payments should have been looked after since {at}.",
    },
  ],
  due_backlog: [
    "error",
    {
      one: "{count} payment should have been looked after since {at}: it may be paid and without its order. Check that the follow-up runs and the service answers.",
      other:
        "{count} payments should have been looked after since {at}: paid ones may be without their order. Check that the follow-up runs and the service answers.",
    },
  ],
  attention_ok: ["ok", "Nothing needs attention."],
  attention_open: [
    "warning",
    {
      one: "{count} item needs attention, since {at}. Somebody has to decide; see the list of payments in the dashboard.",
      other:
        "{count} items need attention, the oldest since {at}. Somebody has to decide; see the list of payments in the dashboard.",
    },
  ],
  medusa_tested: ["ok", "This plugin was checked with the Medusa that runs here ({version})."],
  medusa_untested: [
    "warning",
    "Medusa {version} runs here; this plugin was checked with {tested}. Payments rest on what Medusa does at a checkout, which may have changed: look for a version of the plugin that names yours, or run its tests on it (docs/medusa.md).",
  ],
  medusa_unknown: [
    "warning",
    "Which version of Medusa runs here cannot be told; this plugin was checked with {tested}. Start the server in the folder of the store.",
  ],
  dashboard_packages_ok: ["ok", "The packages that the dashboard shares with its extensions are its own."],
  dashboard_packages_foreign: [
    "warning",
    "The store has {installed}, and its dashboard is made for {wanted}: pages of the dashboard, the one of an order too, can end in an error. Run: npm install {wanted}",
  ],
  locking_ok: ["ok", "Medusa’s locks fit this set-up ({provider})."],
  locking_in_memory: [
    "warning",
    "Medusa’s locks are kept in memory: with more than one instance the same cart may be completed twice at once. Use @medusajs/medusa/locking-redis.",
  ],
  locking_postgres: [
    "warning",
    "Medusa’s locks are kept in PostgreSQL, where the lock of a process that died stays for ever and its cart cannot be completed. Use @medusajs/medusa/locking-redis.",
  ],
  locking_unknown: [
    "warning",
    "Which locks Medusa uses cannot be told from its configuration. With more than one instance they have to be shared, and those of a process that died have to end: Medusa completes carts under them.",
  ],
  notifications_ok: ["ok", "Recipients of items that need attention: {count}, by {channel}."],
  notifications_nobody: [
    "warning",
    "Nobody is told when a payment needs attention: it is seen only by an employee who looks. Enter recipients in the dashboard, or as notifications.recipients.",
  ],
  notifications_no_provider: [
    "warning",
    "Nobody is told when a payment needs attention: this store has no notification provider for the channel {channel}. Add one to the Notification Module in medusa-config, or choose another channel.",
  ],
  notifications_unknown: [
    "ok",
    "Recipients of items that need attention: {count}, by {channel}. Whether the store’s own notification module sends by it cannot be told from its configuration.",
  ],
  notifications_sent: ["ok", "No message about what needs attention was refused within a day."],
  notifications_refused: [
    "warning",
    "Messages about what needs attention that the notification provider refused: {count}, the last on {at}. They are tried again for some hours; look into the logs of the provider. The list in the dashboard is complete.",
  ],
  refunds_ok: ["ok", "Refunds in the store are on: {mode}."],
  refunds_off: [
    "warning",
    "Refunds are switched off: refunding or canceling a paid order in the store is refused. Choose another way in the settings, manual or api.",
  ],
  provider_ok: ["ok", "Customers can choose {providers}."],
  provider_missing: [
    "error",
    "No payment provider of PayCollect is registered. Add medusa-payment-paycollect/providers/paycollect to the payment module in medusa-config.",
  ],
  provider_in_no_region: [
    "warning",
    "No region offers a payment provider of PayCollect, so no customer can choose it. Enable one in the settings of a region.",
  ],
} as const satisfies Record<string, readonly [CheckStatus, CheckText]>

export type CheckId = keyof typeof HEALTH_CHECKS

export interface Check {
  id: CheckId
  status: CheckStatus
  message: string
  values?: CheckValues
}

/** @throws Error when the text needs a value that is not there: a bug */
export function check(id: CheckId, values?: CheckValues): Check {
  const [status, said]: readonly [CheckStatus, CheckText] = HEALTH_CHECKS[id]
  const text = typeof said === "string" ? said : said[values?.count === 1 ? "one" : "other"]
  const message = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values?.[name]
    if (value === undefined) throw new Error(`${id} needs the value ${name}`)
    return String(value)
  })
  return { id, status, message, ...(values && { values }) }
}
