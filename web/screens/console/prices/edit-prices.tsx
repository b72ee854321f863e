// Agent prices of one product (rules §3, §11): by level and by partner, with the resulting prices, the wider prices that apply, and the
// explanation of a price.

import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { load } from '../../../load.ts';
import { nameLevel } from '../../../parts/console/name-level.ts';
import { describePriceValue, nameOfSku } from '../../../parts/console/prices/describe-price.ts';
import {
  blankDraft,
  draftOfRule,
  type PlainRule,
  type PriceDraft,
  type PriceList,
} from '../../../parts/console/prices/price-draft.ts';
import { PriceForm } from '../../../parts/console/prices/price-form.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-prices';
import { ExplainPrice } from './explain-price.tsx';
import { OtherPrices } from './other-prices.tsx';
import { PickTarget } from './pick-target.tsx';
import { LevelTable, PartnerPrices } from './price-table.tsx';

export async function loader({ params }: Route.LoaderArgs) {
  const [file, list, me] = await Promise.all([
    load('consoleProduct', { id: params.id }),
    load('consolePriceRules', { productId: params.id }),
    load('consoleMe', {}),
  ]);
  return {
    id: file.id,
    names: file.document.names,
    list,
    maySearch: me.roles.includes('admin') || me.roles.includes('operations'),
  };
}

export default function EditPrices({ loaderData: { id, names, list, maySearch } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const [editing, setEditing] = useState<PriceDraft>();
  const [deleting, setDeleting] = useState<PlainRule>();
  const blank: PriceDraft = { ...blankDraft, scope: 'product', productId: id };
  const acts = {
    onEdit: (rule: PlainRule) => setEditing(draftOfRule(rule, list, id)),
    onAdd: (skuId: string, level: number) =>
      setEditing({ ...blank, scope: skuId ? 'sku' : 'product', skuId, who: String(level) }),
    onDelete: setDeleting,
  };
  const stop = () => setEditing(undefined);
  return (
    <div className="grid gap-4">
      <Head
        id={id}
        name={textIn(names, words.language)}
        onAdd={list.skus.length > 0 ? () => setEditing(blank) : undefined}
      />
      {list.skus.length === 0 ? (
        <EmptyState title={say('editing.price.noSkus')} />
      ) : (
        <>
          <FormSection title={say('editing.price.byLevel')} hint={say('editing.price.hint')}>
            <LevelTable list={list} {...acts} />
          </FormSection>
          <FormSection title={say('editing.price.byPartner')} hint={say('editing.price.partnerHint')}>
            <PartnerPrices list={list} {...acts} />
          </FormSection>
          <OtherPrices list={list} productId={id} />
          <ExplainPrice list={list} maySearch={maySearch} />
        </>
      )}
      <Dialog
        open={editing !== undefined}
        onClose={stop}
        title={say(editing?.id ? 'editing.price.changeTitle' : 'editing.price.add')}
      >
        {editing && (
          <PriceForm
            start={editing}
            levelNames={list.levelNames}
            maySearch={maySearch}
            list={list}
            target={(part) => <PickTarget {...part} list={list} />}
            summary={summaryOf(editing, list) || say('editing.price.all')}
            onDone={stop}
          />
        )}
      </Dialog>
      <DeletePrice productId={id} list={list} rule={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

function summaryOf({ skuId }: PriceDraft, { skus }: PriceList): string {
  const sku = skus.find((one) => one.id === skuId);
  return sku ? nameOfSku(sku) : '';
}

type DeletePriceProps = { productId: string; list: PriceList; rule: PlainRule | undefined; onClose(): void };

function DeletePrice({ productId, list, rule, onClose }: DeletePriceProps) {
  const words = useWords();
  const { say } = words;
  const sku = list.skus.find((item) => item.id === rule?.skuId);
  return (
    <ActionDialog
      open={rule !== undefined}
      onClose={onClose}
      title={say('editing.price.deleteTitle')}
      act={say('site.setting.remove')}
      danger
      work={() => send('consolePriceRuleDelete', { productId, id: rule?.id ?? '' })}
    >
      {rule && (
        <p>
          {say('editing.price.deleteText', {
            who: rule.partnerId ? rule.partnerName : nameLevel(words, list.levelNames, rule.level ?? 0),
            what: sku ? nameOfSku(sku) : say('editing.price.all'),
            rule: describePriceValue(rule, list.currency, words),
          })}
        </p>
      )}
    </ActionDialog>
  );
}

function Head({ id, name, onAdd }: { id: string; name: string; onAdd?: () => void }) {
  const { say } = useWords();
  return (
    <header>
      <Link
        to={consolePaths.product(id)}
        className="inline-flex min-h-11 items-center text-sm text-brand hover:underline"
      >
        {say('editing.backToProduct')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <PageHeading text={say('editing.price.title')} about={name} />
          <p className="break-words text-quiet">{name}</p>
        </div>
        {onAdd && <NewButton onClick={onAdd} text={say('editing.price.add')} />}
      </div>
    </header>
  );
}
