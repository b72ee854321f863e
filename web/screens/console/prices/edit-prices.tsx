// Agent prices of one product (rules §3): by level and by partner, with what they come to.

import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { ActDialog } from '../../../console-kit/act-dialog.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-prices';
import { PriceForm } from './price-form.tsx';
import { nameOfSku, type PriceList, type Rule, type RuleDraft, ruleDraftOf, tellRule } from './price-rules.ts';
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

const blank: RuleDraft = {
  skuId: '',
  who: 'level',
  level: 1,
  partnerId: '',
  partnerName: '',
  kind: 'percent',
  value: '',
};

export default function EditPrices({ loaderData: { id, names, list, maySearch } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const [editing, setEditing] = useState<{ form: RuleDraft; fixed: boolean }>();
  const [deleting, setDeleting] = useState<Rule>();
  const acts = {
    onEdit: (rule: Rule) => setEditing({ form: ruleDraftOf(rule, list), fixed: true }),
    onAdd: (skuId: string, level: number) => setEditing({ form: { ...blank, skuId, level }, fixed: false }),
    onDelete: setDeleting,
  };
  const stop = () => setEditing(undefined);
  return (
    <div className="grid gap-4">
      <Head
        id={id}
        name={textIn(names, words.language)}
        onAdd={list.skus.length > 0 ? () => setEditing({ form: blank, fixed: false }) : undefined}
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
        </>
      )}
      <Dialog
        open={editing !== undefined}
        onClose={stop}
        title={say(editing?.fixed ? 'editing.price.changeTitle' : 'editing.price.add')}
      >
        {editing && (
          <PriceForm
            productId={id}
            list={list}
            start={editing.form}
            fixed={editing.fixed}
            maySearch={maySearch}
            onDone={stop}
          />
        )}
      </Dialog>
      <DeletePrice productId={id} list={list} rule={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

type DeletePriceProps = { productId: string; list: PriceList; rule: Rule | undefined; onClose(): void };

function DeletePrice({ productId, list, rule, onClose }: DeletePriceProps) {
  const words = useWords();
  const { say } = words;
  const sku = list.skus.find((item) => item.id === rule?.skuId);
  return (
    <ActDialog
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
            who: rule.partnerId ? rule.partnerName : say('editing.price.level', { level: rule.level ?? 0 }),
            what: sku ? nameOfSku(sku) : say('editing.price.all'),
            rule: tellRule(rule, list, words),
          })}
        </p>
      )}
    </ActDialog>
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
        {onAdd && (
          <Button onClick={onAdd}>
            <IconPlus aria-hidden="true" className="size-5" />
            {say('editing.price.add')}
          </Button>
        )}
      </div>
    </header>
  );
}
