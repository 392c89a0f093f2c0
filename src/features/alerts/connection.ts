import { type Environment } from "../../service/config"
import { type NoticeKind } from "../../modules/paycollect/models/notice"
import { type PayCollectNotificationData } from "../../types/notifications"
import { connectionIn, MESSAGES } from "../../texts"
import { dateInLanguage, fillIn } from "../../texts/language"
import { escapedHtml } from "../written"
import { type Manner, type Message } from "./compose"

export type ConnectionKind = Extract<NoticeKind, `connection_${string}`>

/** That customers cannot pay, or can again. `since`: when it began, ISO 8601 */
export interface ConnectionNews {
  kind: ConnectionKind
  environment: Environment
  /** of a connection check: what failed last */
  code: string
  since: string
}

/** The name of a message is all that is kept of it: one that a provider refused is written anew hours later. */
export const batchOf = ({ kind, environment, code, since }: ConnectionNews) =>
  [kind, environment, code, since].join("/")

/** @returns null for messages about items */
export function newsOf({ kind, batch }: { kind: NoticeKind; batch: string }): ConnectionNews | null {
  if (kind !== "connection_lost" && kind !== "connection_restored") return null
  const [, environment, code = "", since = ""] = batch.split("/")
  return { kind, environment: environment as Environment, code, since }
}

/** Title and sentences, for a message and for the dashboard's feed. */
export function connectionNote(
  { kind, environment, code, since }: ConnectionNews,
  { language, time_zone }: Pick<Manner, "language" | "time_zone">
): { title: string; description: string } {
  const texts = MESSAGES[language].notice
  const test = environment === "test" ? `${texts.test} ` : ""
  const at = dateInLanguage(language, time_zone, new Date(since))
  const why = connectionIn(language, code)
  return kind === "connection_lost"
    ? { title: `${test}${fillIn(texts.lost_title, { since: at })}`, description: `${why} ${texts.lost}` }
    : { title: `${test}${texts.restored_title}`, description: fillIn(texts.restored, { since: at }) }
}

/** Pure: what a merchant reads. */
export function composeConnection(news: ConnectionNews, manner: Manner): Message {
  const texts = MESSAGES[manner.language].notice
  const { title, description } = connectionNote(news, manner)
  const dashboard_url = manner.dashboard && `${manner.dashboard}/paycollect/health`
  const link = dashboard_url && `${texts.health}: ${dashboard_url}`
  const text = [description, link, texts.why].filter(Boolean).join("\n\n")
  const data: PayCollectNotificationData = {
    kind: news.kind,
    language: manner.language,
    subject: title,
    text,
    short_text: ["PayCollect:", title, dashboard_url].filter(Boolean).join(" "),
    count: 0,
    items: [],
    more: 0,
    dashboard_url,
    connection: { environment: news.environment, code: news.code, since: news.since },
  }
  const html =
    `<div lang="${manner.language}" style="font-family:sans-serif;max-width:600px">` +
    `<h1 style="font-size:18px">${escapedHtml(title)}</h1><p>${escapedHtml(description)}</p>` +
    (dashboard_url ? `<p><a href="${escapedHtml(dashboard_url)}">${escapedHtml(texts.health)}</a></p>` : "") +
    `<p style="color:#71717a"><small>${escapedHtml(texts.why)}</small></p></div>`
  return { data, content: { subject: title, text, html } }
}
