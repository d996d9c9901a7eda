import '../case.css'
import { Link } from 'wouter'
import type { BlindCase } from '../../../../src/server/api/labels.ts'
import { FoldedValues } from '../../components/value/json-tree.tsx'
import { resultKey } from '../../source/result-key.ts'
import { ConversationView } from '../case/conversation.tsx'
import { say } from '../../words/say.ts'

type BlindResultProps = { readonly runId: string; readonly result: BlindCase; readonly link: string | undefined }

/** The question, answers and expectations of a result, without anybody's verdict. */
export function BlindResult({ runId, result, link }: BlindResultProps) {
  const { evalCase, invocations, failure } = result
  return (
    <div className="stack">
      {link !== undefined && (
        <p>
          <Link href={link}>{say('Open the case##whole')}</Link>
        </p>
      )}
      {failure !== undefined && (
        <div className="case-failure" role="note">
          <p className="foreign">{say(failure.reason)}</p>
        </div>
      )}
      <ConversationView key={resultKey(result)} runId={runId} detail={result} />
      <FoldedValues
        of={[
          [say('What was checked'), evalCase.review],
          // Judging may need the metadata, while the state is rarely needed.
          [say('About the case'), evalCase.metadata, true],
          [say('Initial state'), evalCase.session?.state],
          [say('Expected state'), evalCase.finalSessionState],
          [say('Final state'), invocations.at(-1)?.sessionState],
        ]}
      />
    </div>
  )
}
