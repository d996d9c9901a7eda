/** Loads what nearly every run needs before anybody waits for it. */
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
