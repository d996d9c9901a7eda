import { hint, plain, type Sign } from './sign.ts'

/** Signs that are the same in every language: marks around material, and the control words of models. */
export const writtenSigns: readonly Sign[] = [
  plain.end(
    String.raw`(?<![<《«⟪≪])[<《«⟪≪]{3,12}[^\n]{0,60}\b(?:begin|end|start|stop|eof)\b[^\n]{0,60}`,
    String.raw`<[|｜] ?\w[\w .-]{0,30}[|｜]>`,
    String.raw`\[/?(?:inst|system prompt|available tools|tool results|tool calls)\]`,
    String.raw`</?(?:start|end) of turn>`,
  ),
  hint.end(
    String.raw`</(?:answer|response|evidence|material|data|document|context|submission|candidate|input|output|text|content|user|tool|result|回答|資料|文書|本文|入力|データ|証拠|材料)>`,
    String.raw`(?:^|[\n"])(?:human|assistant):`,
  ),
]
