#!/usr/bin/env node
import { type Command, UsageError } from "./command"
import { doctorCommand } from "./doctor"
import { leftBehindCommand } from "./left-behind"
import { regionCommand } from "./region/command"
import { VERSION } from "../version"

const DEV = "medusa-payment-paycollect-dev"

/** What only changes or simulates, so that a store in production does not carry it. */
const MOVED = ["init", "storefront", "sandbox", "uninstall"]

/** Where a command is that the development tools have; null for another word. */
function movedTo(name: string): string | null {
  if (!MOVED.includes(name)) return null
  return [
    `${name} is a command of ${DEV}, a development dependency of the store (docs/install.md):`,
    "",
    `  npm install -D ${DEV}@${VERSION}`,
    `  npx ${DEV} ${name}`,
  ].join("\n")
}

const COMMANDS: readonly Command[] = [doctorCommand, regionCommand, leftBehindCommand]

const HELP = `medusa-payment-paycollect <command>

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join("\n")}

Add --help to a command for its options.`

async function main([name, ...args]: string[]): Promise<number> {
  const wanted = name === "help" && args.length > 0 ? args[0] : name
  if (wanted === undefined || ["help", "--help", "-h"].includes(wanted)) {
    console.log(HELP)
    return wanted === undefined ? 2 : 0
  }
  if (wanted === "--version") return (console.log(VERSION), 0)
  const command = COMMANDS.find((candidate) => candidate.name === wanted)
  if (!command) {
    console.error(movedTo(wanted) ?? `There is no command ${wanted}.\n\n${HELP}`)
    return 2
  }
  if (wanted !== name || args.includes("--help") || args.includes("-h")) {
    console.log(command.usage)
    return 0
  }
  try {
    return await command.run(args)
  } catch (error) {
    console.error(
      error instanceof UsageError
        ? `${error.message}\nSee: medusa-payment-paycollect ${command.name} --help`
        : (error as Error).message
    )
    return error instanceof UsageError ? 2 : 1
  }
}

// Connections of a store that was looked at may outlive it; the command does not wait for them.
void main(process.argv.slice(2)).then((code) => process.stdout.write("", () => process.exit(code)))
