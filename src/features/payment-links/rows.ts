import { createHash, createHmac } from "node:crypto"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { DAY_MS, type Clock, UnderWay } from "../../service/config"
import { columns, LINK, LINK_COLLECTION, rowsOf, table } from "../../tables"
import { Statements } from "../../payments/ledger/rows"
import { notAllowed } from "../../payments/errors"
import { type LinkRow } from "../../modules/paycollect/models/link"
import { SharedSecret, type SharedState } from "../../service/shared-state"
import { type FeeQuestion } from "../../payments/payment-methods"
import { type PayCollectFee } from "../../types/http"
import { type PaymentsModule } from "../../payments/module"

const links = columns(LINK)

/** Without it, or without the rows, no address can be made. */
const LINK_KEY = "link_key"
/** 128 bits, in signs that no messenger takes for the end of an address or for bold type */
const LINK_TOKEN = /^[0-9a-f]{32}$/
const MOST_LISTED = 50
/** Between two mails with the same link: a double click, or two employees, send one. */
const MAIL_AGAIN_MS = 60_000

/** One of both: an order, or a cart that has none. */
export type LinkSubject = { order_id: string } | { cart_id: string }

export type NewLink = LinkSubject & {
  /** what is owed now, in smallest units */
  amount: string
  currency_code: string
  days: number
  /** the employee's id */
  by: string
}

/** Payment links of orders and carts: rows, addresses and the collections that are paid in by them. */
export class Links extends Statements {
  /** by link and provider: of many tabs all are led to the checkout that the first one began */
  readonly starts = new UnderWay()
  private readonly key: SharedSecret

  constructor(knex: Knex, state: SharedState, clock: Clock) {
    super(knex, clock)
    this.key = new SharedSecret(state, LINK_KEY)
  }

  /** The open link of the order or the cart, made or renewed: of two employees who ask at once both get the same. */
  async ask({
    amount,
    currency_code,
    days,
    by,
    ...subject
  }: NewLink): Promise<{ link: LinkRow; isNew: boolean }> {
    const now = this.clock.now()
    const at = new Date(now)
    const id = generateEntityId("", "pclnk")
    const asked = {
      amount,
      currency_code,
      asked_at: at,
      expires_at: new Date(now + days * DAY_MS),
      updated_at: at,
    }
    const [row] = await table(this.knex, LINK)
      .insert({
        ...asked,
        id,
        ...subject,
        digest: digestOf(await this.tokenOf(id)),
        created_by: by,
        created_at: at,
      })
      .onConflict(
        this.knex.raw(`(??) where ${links.revoked_at} is null and ${links.deleted_at} is null`, [
          Object.keys(subject)[0]!,
        ])
      )
      .merge(Object.keys(asked) as never)
      .returning("*")
    return { link: await this.addressed(row!), isNew: row!.id === id }
  }

  /** By another key than it was made with, as after a backup was put back in part, its address would be one that nothing is found by. */
  private async addressed(link: LinkRow): Promise<LinkRow> {
    const digest = digestOf(await this.tokenOf(link.id))
    if (link.digest === digest) return link
    await table(this.knex, LINK).where({ id: link.id }).update({ digest, updated_at: this.date() })
    return (await this.byId(link.id))!
  }

  /**
   * The end of the link's address: the same at every call, and known to nothing that has only the row.
   * @throws MedusaError NOT_ALLOWED where no key opens what addresses are made of: those that customers have can be paid by all the same
   */
  async tokenOf(id: string): Promise<string> {
    const key = await this.key.text()
    if (key === null)
      throw notAllowed(
        "The addresses of payment links are sealed with an encryption key that is not set any more. Nothing was changed; set PAYCOLLECT_ENCRYPTION_KEY to it, or add it behind the new one."
      )
    return createHmac("sha256", key).update(id).digest("hex").slice(0, 32)
  }

  /** The link of an address that is opened: one look-up by an index, and none for what cannot be a token. */
  async byToken(token: string | undefined): Promise<LinkRow | null> {
    if (!token || !LINK_TOKEN.test(token)) return null
    return (await this.rows.where({ digest: digestOf(token) }).first()) ?? null
  }

  async byId(id: string): Promise<LinkRow | null> {
    return (await this.rows.where({ id }).first()) ?? null
  }

  /**
   * The open link of a cart that became this order is the order's from now on: two addresses for one debt would be two chances to pay it.
   * @param subjects whose money the order is; carts among them
   */
  async follow(subjects: string[], orderId: string): Promise<void> {
    const open = rowsOf(this.knex, LINK).where({ order_id: orderId, revoked_at: null })
    await rowsOf(this.knex, LINK)
      .whereIn("cart_id", subjects)
      .where({ order_id: null, revoked_at: null })
      .whereNotExists(open)
      .update({ order_id: orderId, updated_at: this.date() })
  }

  /** Until when one of these asks for money, at the latest; null where none is open. @param subjects of the orders; carts among them */
  async openUntil(subjects: string[], orderIds: string[]): Promise<Date | null> {
    const row = await this.rows
      .where((either) => void either.whereIn("cart_id", subjects).orWhereIn("order_id", orderIds))
      .where({ revoked_at: null })
      .where("expires_at", ">", this.date())
      .max({ until: "expires_at" })
      .first<{ until: Date | null }>()
    return row?.until ?? null
  }

  /** Newest first. @param subjects of an order, or the cart: links that were made for a cart among them are of it, too */
  async list(subjects: string[], orderId: string | null): Promise<LinkRow[]> {
    return await this.rows
      .where((either) => {
        void either.whereIn("cart_id", subjects)
        if (orderId) void either.orWhere({ order_id: orderId })
      })
      .orderBy("created_at", "desc")
      .limit(MOST_LISTED)
  }

  /** For good: asking for the order's money again makes another address. @returns whether it was open */
  async revoke(id: string, by: string): Promise<boolean> {
    const at = this.date()
    const open = table(this.knex, LINK).where({ id, revoked_at: null })
    return (await open.update({ revoked_at: at, revoked_by: by, updated_at: at })) > 0
  }

  /** To send it by e-mail, by one process and once a minute. @returns when, for {@link unmailed}; null: it was sent a moment ago */
  async takeMail(id: string): Promise<Date | null> {
    const at = this.date()
    const [taken] = await table(this.knex, LINK)
      .where({ id })
      .where((free) => {
        void free.whereNull("mailed_at").orWhere("mailed_at", "<=", this.date(-MAIL_AGAIN_MS))
      })
      .update({ mailed_at: at, updated_at: at })
      .returning("id")
    return taken ? at : null
  }

  /** The provider refused it: it was not sent at that time, and may be tried again. @param before when it was sent the last time */
  async unmailed({ id, mailed_at: before }: Pick<LinkRow, "id" | "mailed_at">, at: Date): Promise<void> {
    await table(this.knex, LINK)
      .where({ id, mailed_at: at })
      .update({ mailed_at: before, updated_at: this.date() })
  }

  /** From now on a customer who pays in this collection goes back to that link, until a payment in it is started at the storefront. */
  async payIn(collectionId: string, linkId: string): Promise<void> {
    const at = this.date()
    await table(this.knex, LINK_COLLECTION)
      .insert({ id: collectionId, link_id: linkId, created_at: at, updated_at: at })
      .onConflict("id")
      .merge(["link_id", "updated_at"])
  }

  /** A customer pays in this collection at the storefront, and goes back there. */
  async leave(collectionId: string): Promise<void> {
    await table(this.knex, LINK_COLLECTION).where({ id: collectionId }).delete()
  }

  /** By which a collection was last paid in; null where it never was. */
  async ofCollection(collectionId: string): Promise<LinkRow | null> {
    const row = await rowsOf(this.knex, LINK_COLLECTION).where({ id: collectionId }).first("link_id")
    return row ? await this.byId(row.link_id as string) : null
  }

  private get rows() {
    return rowsOf(this.knex, LINK)
  }
}

const digestOf = (token: string) => createHash("sha256").update(token).digest("hex")

export interface LinksModule extends PaymentsModule {
  readonly links: Links
  readonly fees: { rows(question: FeeQuestion): Promise<PayCollectFee[]> }
}
