#!/usr/bin/env node
import { type Command, UsageError } from "./command"
import { initCommand } from "./commands/init"
import { sandboxCommand } from "./commands/sandbox"
import { storefrontCommand } from "./commands/storefront"
import { uninstallCommand } from "./commands/uninstall"
import { NAME } from "./packages"

const COMMANDS: readonly Command[] = [initCommand, storefrontCommand, sandboxCommand, uninstallCommand]

const HELP = `${NAME} <command>

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join("\n")}

Add --help to a command for its options. What needs the store's database is in the plugin: npx medusa-payment-paycollect --help`

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h") {
    console.log(HELP)
    return name === undefined ? 2 : 0
  }
  const command = COMMANDS.find((candidate) => candidate.name === name)
  if (!command) {
    console.error(`There is no command ${name}.\n\n${HELP}`)
    return 2
  }
  if (args.includes("--help") || args.includes("-h")) {
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
