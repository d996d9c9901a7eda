/** A function that returns only text, whose project exports its spans of OpenTelemetry by an SDK of its own. */
export function withProvider(name: string, sdk: string, moment: 'before' | 'after'): string {
  const load = `const { default: ask } = await import('./${name}.ts')`
  const register = [
    `const exporter = new sdk.InMemorySpanExporter()`,
    `const processor = new sdk.SimpleSpanProcessor(exporter)`,
    `const provider = new sdk.NodeTracerProvider({ spanProcessors: [processor] })`,
    // Version 1 takes it in this way only.
    `provider.addSpanProcessor?.(processor)`,
    `provider.register()`,
  ].join('\n')
  return `
    import * as sdk from '${sdk}'
    ${moment === 'before' ? `${register}\n${load}` : `${load}\n${register}`}
    process.on('exit', () => console.error('exported', exporter.getFinishedSpans().length, 'spans'))
    export default ask
  `
}
