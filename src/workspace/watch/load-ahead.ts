/** Loads the modules of a run while nobody waits. */
export async function loadAhead(): Promise<void> {
  await Promise.all([
    import('../../compose/targets/module-target.ts'),
    import('../../formats/case-lines.ts'),
    import('../../reporters/terminal-report.ts'),
    import('../../reporters/terminal.ts'),
    import('../../targets/frameworks/framework-function-target.ts'),
    import('../../targets/with-capture.ts'),
  ])
}
