import { type Node } from "./tree"

/** How the file is written, so that what is added looks like the rest. */
export interface Style {
  unit: string
  quote: string
  newline: string
}

export function styleOf(text: string): Style {
  const indents = [...text.matchAll(/^([ \t]+)\S/gm)].map(([, indent]) => indent!)
  const spaces = indents.filter((indent) => /^ {2,}$/.test(indent)).map(({ length }) => length)
  const unit = indents.some((indent) => indent.startsWith("\t"))
    ? "\t"
    : " ".repeat(spaces.length ? Math.min(...spaces) : 2)
  const count = (quote: string) => text.split(quote).length
  return {
    unit,
    quote: count("'") > count('"') ? "'" : '"',
    newline: text.includes("\r\n") ? "\r\n" : "\n",
  }
}

/** `code`, written with double quotes and two spaces, in the style of the file, its lines after the first behind `indent`. */
function inStyle(code: string, { unit, quote, newline }: Style, indent: string): string {
  return code
    .replace(/"/g, quote)
    .split("\n")
    .map((line) => line.replace(/^( {2})+/, (spaces) => unit.repeat(spaces.length / 2)))
    .join(newline + indent)
}

/** Comments become blanks of the same length, so that commas in them do not count. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/g, (comment) => comment.replace(/[^\r\n]/g, " "))

const lineStart = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1
const lineEnd = (text: string, at: number) => {
  const end = text.indexOf("\n", at)
  return end === -1 ? text.length : end + 1
}
const indentAt = (text: string, at: number) => /^[ \t]*/.exec(text.slice(lineStart(text, at)))![0]

/**
 * `text` with `code` as the last of `children`, the elements or properties of the array or object `container`. `code` has more than one
 * line where it is long.
 */
export function appendText(text: string, container: Node, children: Node[], code: string): string {
  const style = styleOf(text)
  const close = container.end - 1
  const last = children.at(-1)
  const outer = indentAt(text, container.start)
  if (!last) {
    const inside = text.slice(container.start + 1, close)
    const indent = outer + style.unit
    const kept = inside.trimEnd()
    const { newline } = style
    const body = `${kept}${newline}${indent}${inStyle(code, style, indent)},${newline}${outer}`
    const oneLine = !kept && !code.includes("\n") && (text[close] === "]" ? code : ` ${code} `)
    const put = oneLine ? inStyle(oneLine, style, outer) : body
    return text.slice(0, container.start + 1) + put + text.slice(close)
  }
  const gap = withoutComments(text.slice(last.end, close))
  const after = last.end + gap.trimEnd().length
  const hasComma = gap.trimEnd().endsWith(",")
  const head = text.slice(0, after) + (hasComma ? "" : ",")
  const startsLine = text.slice(lineStart(text, close), close).trim() === ""
  if (!startsLine) {
    // On one line with what stands there.
    const rest = text.slice(after, close).trim()
    const closing = text[close] === "}" ? " }" : text[close]
    const behind = rest ? ` ${rest}${style.newline}${outer}` : " "
    return head + behind + inStyle(code, style, outer) + closing + text.slice(container.end)
  }
  const indent = indentAt(text, last.start)
  const between = text.slice(after, lineStart(text, close))
  const comma = hasComma ? "," : ""
  const added = `${indent}${inStyle(code, style, indent)}${comma}${style.newline}`
  return head + between + added + text.slice(lineStart(text, close))
}

/** `text` without the child at `index` and its comma. */
export function remove(text: string, container: Node, children: Node[], index: number): string {
  const child = children[index]!
  const next = children[index + 1]
  const previous = children[index - 1]
  const until = next?.start ?? container.end - 1
  const gap = withoutComments(text.slice(child.end, until))
  const comma = gap.indexOf(",")
  const end = comma === -1 ? child.end + (gap.trimEnd().length || 0) : child.end + comma + 1
  const from = lineStart(text, child.start)
  const ownLines =
    text.slice(from, child.start).trim() === "" && text.slice(end, lineEnd(text, end)).trim() === ""
  const keepsPreviousComma = comma !== -1 || !previous
  if (ownLines) {
    const head = text.slice(0, from)
    const before = keepsPreviousComma ? head : withoutLastComma(head, previous.end)
    return before + text.slice(lineEnd(text, end))
  }
  if (next) return text.slice(0, child.start) + text.slice(next.start)
  const rest = text.slice(end)
  if (!previous) return text.slice(0, child.start).trimEnd() + rest.trimStart()
  return text.slice(0, previous.end) + text.slice(previous.end, child.start).replace(/,\s*$/, "") + rest
}

function withoutLastComma(head: string, from: number): string {
  const at = from + withoutComments(head.slice(from)).indexOf(",")
  return at < from ? head : head.slice(0, at) + head.slice(at + 1)
}
