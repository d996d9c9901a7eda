import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildRunbookIndex } from '../src/agents/runbook-assistant/index.ts'
import { root } from './measure.ts'

const Question = z.object({ id: z.union([z.string(), z.number()]), question: z.string(), category: z.string(), expected_section: z.unknown() })
const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
for (const l of ['ja','en']) {
  const index = await buildRunbookIndex(join(root, 'examples/runbook-assistant/runbooks', l), {at: join(folder,l), now: ()=>new Date(), sizes: {characters: Number(process.env.CH ?? 500)}})
  const lines = (await readFile(join(root,'bench/runbook-questions',`${l}.jsonl`),'utf8')).trim().split('\n').map(x=>JSON.parse(x))
  let hit=0,n=0; const rel:any[]=[]
  for (const q of lines) {
    const found = await index.search(q.question)
    rel.push([Math.max(0,...found.map(f=>f.relevance)).toFixed(2), q.category, q.question])
    if (!q.expected_section) continue
    n++
    const ok = found.some(f=>f.file===q.expected_section.file && f.heading.includes(q.expected_section.heading))
    if (ok) hit++; else console.log('MISS', q.question, JSON.stringify(q.expected_section), found.map(f=>f.file+' '+f.heading.split(' > ').at(-1)+' '+f.relevance.toFixed(2)))
  }
  console.log(l, hit, n)
  for (const r of rel.sort()) console.log(r.join('  '))
}
await rm(folder,{recursive:true})
