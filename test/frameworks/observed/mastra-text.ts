import { weatherAgent } from '../mastra.ts'

export default async (question: string): Promise<string> => (await weatherAgent.generate(question)).text
