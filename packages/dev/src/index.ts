#!/usr/bin/env node
import { type Command, UsageError } from "./command"
import { initCommand } from "./commands/init"
import { sandboxCommand } from "./commands/sandbox"
import { storefrontCommand } from "./commands/storefront"
import { uninstallCommand } from "./commands/uninstall"
import { PLUGIN } from "./config/edit"
import { NAME, VERSION } from "./packages"

const COMMANDS: readonly Command[] = [initCommand, storefrontCommand, sandboxCommand, uninstallCommand]

const HELP = `${NAME} <command>

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join("\n")}

Add --help to a command for its options. What needs the store's database is in the plugin: npx medusa-payment-paycollect --help`

/** They need the store's database, and are the plugin's own. */
const OF_PLUGIN = ["doctor", "region", "left-behind"]

async function main([name, ...args]: string[]): Promise<number> {
  const wanted = name === "help" && args.length > 0 ? args[0] : name
  if (wanted === undefined || ["help", "--help", "-h"].includes(wanted)) {
    console.log(HELP)
    return wanted === undefined ? 2 : 0
  }
  if (wanted === "--version") return (console.log(VERSION), 0)
  const command = COMMANDS.find((candidate) => candidate.name === wanted)
  if (!command) {
    console.error(
      OF_PLUGIN.includes(wanted)
        ? `${wanted} is a command of the plugin itself: npx ${PLUGIN} ${wanted}`
        : `There is no command ${wanted}.\n\n${HELP}`
    )
    return 2
  }
  if (wanted !== name || args.includes("--help") || args.includes("-h")) {
    console.log(command.usage)
    return 0
  }
  try {
    return await command.run(args)
  } catch (error) {
    const { message } = error as Error
    const isUsage = error instanceof UsageError
    console.error(isUsage ? `${message}\nSee: ${NAME} ${command.name} --help` : message)
    return isUsage ? 2 : 1
  }
}

void main(process.argv.slice(2)).then((code) => process.stdout.write("", () => process.exit(code)))
