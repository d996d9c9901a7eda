// npm run bench -- [NAME…]   runs benchmarks by name; without names all but the long ones.
const benchmarks: Readonly<Record<string, () => Promise<{ readonly run: () => Promise<void> }>>> = {
  startup: () => import('./startup.ts'),
  watch: () => import('./watch.ts'),
  traces: () => import('./traces.ts'),
  cases: () => import('./cases.ts'),
  functions: () => import('./functions.ts'),
  metrics: () => import('./metrics.ts'),
  pace: () => import('./pace.ts'),
  injection: () => import('./injection.ts'),
  decoys: () => import('./decoys.ts'),
  'equivalence-probes': () => import('./equivalence-probes.ts'),
  judging: () => import('./judging.ts'),
  votes: () => import('./votes.ts'),
  intervals: () => import('./intervals/interval-coverage.ts'),
  certify: () => import('./certify.ts'),
  improve: () => import('./validity/improve.ts'),
  atlas: () => import('./validity/atlas.ts'),
  'atlas-model': () => import('./validity/atlas-model.ts'),
  'runbook-retrieval': () => import('./runbook-retrieval.ts'),
  'runbook-flags': () => import('./runbook-flags.ts'),
  web: () => import('./page/web.ts'),
  'web-compare': () => import('./page/web-compare.ts'),
  'web-trace': () => import('./page/web-trace.ts'),
  live: () => import('./page/live.ts'),
  million: () => import('./million.ts'),
  'fleet-pace': () => import('./fleet/pace.ts'),
  'fleet-schedule': () => import('./fleet/schedule.ts'),
  'fleet-quota': () => import('./fleet/quota.ts'),
  'fleet-chaos': () => import('./fleet/chaos.ts'),
  'fleet-million': () => import('./fleet/million.ts'),
}
const long = ['live', 'million', 'fleet-schedule', 'fleet-quota', 'fleet-chaos', 'fleet-million']

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}

for (const name of named.length > 0 ? named : Object.keys(benchmarks).filter((other) => !long.includes(other))) {
  console.log(`\n## ${name}`)
  const load = benchmarks[name]
  if (load === undefined) continue
  const { run } = await load()
  await run()
}
