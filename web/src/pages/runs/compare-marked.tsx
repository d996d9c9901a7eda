import { Link } from 'wouter'
import { comparisonPath, othersAtMost } from '../compare/use-compared-runs.ts'
import { sayFirst as say } from '../../words/say.ts'

/** Leads to the comparison of marked runs, oldest first: that is the baseline, whichever was marked first. */
export function CompareMarked({ runIds: [baseline, ...others] }: { readonly runIds: readonly string[] }) {
  return (
    <span className="runs-compare row">
      {baseline !== undefined && others.length > 0 && others.length <= othersAtMost ? (
        <Link className="button" data-kind="main" href={comparisonPath(baseline, others)}>
          {say('Compare the {count} marked', { count: others.length + 1 })}
        </Link>
      ) : (
        <span className="soft small">{say('Mark two to six runs to compare them')}</span>
      )}
    </span>
  )
}
