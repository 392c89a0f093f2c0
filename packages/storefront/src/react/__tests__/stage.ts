import { act, createElement, type ReactElement } from "react"
import type { Root } from "react-dom/client"
import type { StoreClient } from "../../client"
import { PayCollectProvider, type ScreenTextChanges } from "../index"

/** Of a DOM node only what React asks of it: the specs read state and text, and need no browser for that. */
class StageNode {
  readonly namespaceURI = "http://www.w3.org/1999/xhtml"
  readonly attributes: Record<string, string> = {}
  readonly style = {}
  readonly childNodes: StageNode[] = []
  parentNode: StageNode | null = null
  nodeValue = ""

  constructor(
    readonly nodeType: number,
    readonly nodeName: string,
    readonly ownerDocument: StageDocument | null
  ) {}

  get tagName() {
    return this.nodeName
  }
  get firstChild() {
    return this.childNodes[0] ?? null
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null
  }
  get nextSibling(): StageNode | null {
    const siblings = this.parentNode?.childNodes ?? []
    return siblings[siblings.indexOf(this) + 1] ?? null
  }
  get textContent(): string {
    return this.nodeValue + this.childNodes.map((child) => child.textContent).join("")
  }
  set textContent(text: string) {
    this.childNodes.length = 0
    if (text) {
      this.appendChild(this.ownerDocument!.createTextNode(text))
    }
  }

  appendChild(child: StageNode) {
    return this.insertBefore(child, null)
  }
  insertBefore(child: StageNode, before: StageNode | null) {
    child.parentNode?.removeChild(child)
    child.parentNode = this
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child)
    return child
  }
  removeChild(child: StageNode) {
    this.childNodes.splice(this.childNodes.indexOf(child), 1)
    child.parentNode = null
    return child
  }
  setAttribute(name: string, value: unknown) {
    this.attributes[name] = String(value)
  }
  removeAttribute(name: string) {
    delete this.attributes[name]
  }
  addEventListener() {}
  removeEventListener() {}

  /** This one and everything below. */
  all(): StageNode[] {
    return [this, ...this.childNodes.flatMap((child) => child.all())]
  }
}

class StageDocument extends StageNode {
  constructor() {
    super(9, "#document", null)
  }
  createElement(name: string) {
    return new StageNode(1, name.toUpperCase(), this)
  }
  createElementNS(_namespace: string, name: string) {
    return this.createElement(name)
  }
  createTextNode(text: string) {
    return Object.assign(new StageNode(3, "#text", this), { nodeValue: text })
  }
}

const scope = globalThis as unknown as Record<string, unknown>
scope.IS_REACT_ACT_ENVIRONMENT = true
scope.window = { HTMLIFrameElement: class {} }

export interface Stage {
  text(): string
  /** The first element with all these attributes. */
  find(attributes: Record<string, string>): StageNode | undefined
  click(attributes: Record<string, string>): Promise<void>
  show(element: ReactElement): Promise<void>
  leave(): Promise<void>
}

/** Renders below a provider, effects included. Timers are the spec's: faked ones are moved by `later`. */
export async function onStage(
  client: StoreClient,
  element: ReactElement,
  { locale = "en", texts }: { locale?: string; texts?: ScreenTextChanges } = {}
): Promise<Stage> {
  const { createRoot } = await import("react-dom/client")
  const container = new StageDocument().createElement("div")
  const root: Root = createRoot(container as unknown as Element)
  const show = (shown: ReactElement) =>
    act(async () => root.render(createElement(PayCollectProvider, { client, locale, texts }, shown)))
  const find = (attributes: Record<string, string>) =>
    container
      .all()
      .find((node) => Object.entries(attributes).every(([name, value]) => node.attributes[name] === value))
  await show(element)
  return {
    text: () => container.textContent,
    find,
    show,
    async click(attributes) {
      const node = find(attributes)
      const key = Object.keys(node ?? {}).find((name) => name.startsWith("__reactProps$"))
      const props = (node as unknown as Record<string, { onClick?: () => void }>)?.[key ?? ""]
      if (!props?.onClick) {
        throw new Error(`nothing to click with ${JSON.stringify(attributes)}`)
      }
      await act(async () => props.onClick!())
    },
    leave: () => act(async () => root.unmount()),
  }
}

/** A hook's newest answer, as a component would see it. */
export async function useOnStage<Input, Answer>(
  client: StoreClient,
  hook: (input: Input) => Answer,
  input: Input
) {
  const seen: Answer[] = []
  const Probe = (props: { input: Input }) => {
    seen.push(hook(props.input))
    return null
  }
  const probe = (next: Input) => createElement(Probe as (props: { input: Input }) => null, { input: next })
  const stage = await onStage(client, probe(input))
  return {
    now: () => seen.at(-1)!,
    change: (next: Input) => stage.show(probe(next)),
    leave: stage.leave,
  }
}

/** Moves faked timers on, with everything that follows from it. */
export const later = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)))

/** Lets answers arrive. */
export const settle = () => act(async () => {})
