import { cliJa } from './ja/cli.ts'
import { composeJa } from './ja/compose.ts'
import { fleetJa } from './ja/fleet.ts'
import { formatsJa } from './ja/formats.ts'
import { reportersJa } from './ja/reporters.ts'
import { settingsJa } from './ja/settings.ts'
import { workspaceJa } from './ja/workspace.ts'
import { shownJapanese } from './shown-ja.ts'

/** Every sentence in Japanese: what is shown, and what only the command line says. */
export const japanese = (): Readonly<Record<string, string>> => ({
  ...shownJapanese(),
  ...fleetJa,
  ...formatsJa,
  ...reportersJa,
  ...settingsJa,
  ...composeJa,
  ...workspaceJa,
  ...cliJa,
})

let table: ReadonlyMap<string, string> | undefined

/** Returns the Japanese of an English template, where there is one. The published program has a file in place of this module. */
export function inJapanese(text: string): string | undefined {
  table ??= new Map(Object.entries(japanese()))
  return table.get(text)
}
