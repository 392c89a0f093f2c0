import ts from "typescript"
import * as names from "../../payments/events"
import { keysOf, sorted, valueOf, type Source } from "./source"

interface Emitted {
  name: string
  fields: string[]
}

/** What goes to Medusa's event bus: each event with the fields of its `data`, gathered from everywhere that it is emitted. */
export function events(source: Source): Record<string, string[]> {
  const emitted = source.calls().flatMap((call) => emittedBy(source, call))
  const declared = Object.values<unknown>(names).flatMap((name) => (typeof name === "string" ? name : []))
  const all = sorted([...declared, ...emitted.map(({ name }) => name)])
  return Object.fromEntries(
    all.map((name) => [
      name,
      sorted(emitted.filter((one) => one.name === name).flatMap(({ fields }) => fields)),
    ])
  )
}

/** `bus.emit({ name, data })`. Where the name is a parameter, each caller adds to the fields what it passes beside the name. */
function emittedBy(source: Source, call: ts.CallExpression): Emitted[] {
  const [event] = call.arguments
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== "emit") return []
  if (!event || !ts.isObjectLiteralExpression(event)) return []
  const name = valueOf(event, "name")
  const data = valueOf(event, "data")
  if (!name || !data) return []
  const fields = objectOf(data) ? keysOf(objectOf(data)!) : ["*"]
  const around = ts.findAncestor(call, ts.isFunctionDeclaration)
  const place = around?.parameters.findIndex((parameter) => parameter.name.getText() === name.getText()) ?? -1
  if (!around || place < 0) return source.texts(name).map((text) => ({ name: text, fields }))
  return source
    .calls()
    .filter(({ expression }) => source.declarationOf(expression) === around)
    .flatMap(({ arguments: given }) => {
      const more = given.filter(ts.isObjectLiteralExpression).flatMap(keysOf)
      return source.texts(given[place]!).map((text) => ({ name: text, fields: [...fields, ...more] }))
    })
}

/** The object that is passed, or that the name stands for in the block around it. */
function objectOf(data: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(data)) return data
  for (
    let block = ts.findAncestor(data, ts.isBlock);
    block;
    block = ts.findAncestor(block.parent, ts.isBlock)
  )
    for (const statement of block.statements)
      for (const { name, initializer } of ts.isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [])
        if (name.getText() === data.getText() && initializer && ts.isObjectLiteralExpression(initializer))
          return initializer
  return undefined
}
