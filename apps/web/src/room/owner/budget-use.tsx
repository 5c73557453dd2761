import { counted } from '@parley/core/words';
import type { Budget } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';

export function BudgetUse({ budget: { used, limit }, space }: { budget: Budget; space: CompactSpace }) {
  const { act, isBusy, refusal } = useAction((_, call) => space.call('resetBudget', {}, call));
  return (
    <div class="budget-use">
      <label for="budget-use">
        {used} of {counted(limit, 'message')} used
      </label>
      <meter id="budget-use" max={limit} value={used} high={limit * 0.8} optimum={0} />
      <button type="button" class="quiet" disabled={isBusy || used === 0} onClick={() => act()}>
        Reset
      </button>
      <Refusal text={refusal} />
    </div>
  );
}
