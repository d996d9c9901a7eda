import { ToolLoopAgent } from 'ai'
import { asked } from './ai-asked.ts'

const { system: instructions, ...settings } = asked

export const agent = new ToolLoopAgent({ ...settings, id: 'weather', instructions })
