// One banner: title and text per language, its link, its display period, and its picture: uploaded, or the illustration of a scene.
import { languageTags } from '../../../../domain/languages.ts';
import { paths } from '../../../../domain/paths.ts';
import { localPath } from '../../../../domain/safe-path.ts';
import { send } from '../../../call.ts';
import { ActFoot, ActProblem } from '../../../console-kit/act-dialog.tsx';
import { InputField } from '../../../console-kit/form-fields.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { LanguageSelect } from '../../../parts/console/settings-look.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import type { BannerRow } from './banner-list.tsx';
import { type BannerPicture, ChoosePicture, isPictureChosen, pictureFor } from './choose-picture.tsx';

type Texts = Record<string, string>;
type Draft = {
  titles: Texts;
  texts: Texts;
  link: string;
  active: boolean;
  startsAt: string;
  endsAt: string;
  picture: BannerPicture;
};

function useBannerDraft(banner: BannerRow | undefined) {
  return useDraft<Draft>({
    titles: banner?.titles ?? {},
    texts: banner?.texts ?? {},
    link: banner?.link ?? paths.search(),
    active: banner?.active ?? true,
    startsAt: banner?.startsAt ?? '',
    endsAt: banner?.endsAt ?? '',
    picture: pictureFor(banner),
  });
}

function judgeBanner({ titles, link, startsAt, endsAt, picture }: Draft, say: Words['say']): Record<string, string> {
  return {
    ...(titles.en?.trim() ? {} : { 'titles.en': say('ui.field.required') }),
    ...(localPath(link) === link ? {} : { link: say('marketing.banner.linkRule') }),
    ...(startsAt && endsAt && endsAt <= startsAt ? { endsAt: say('marketing.banner.endRule') } : {}),
    ...(isPictureChosen(picture) ? {} : { pictureId: say('marketing.banner.pictureRule') }),
  };
}

function saveBanner({ picture, startsAt, endsAt, ...rest }: Draft, banner: BannerRow | undefined) {
  const own = picture.kind === 'own';
  return send('consoleBannerSave', {
    ...(banner ? { id: banner.id, revision: banner.revision } : {}),
    ...rest,
    startsAt: startsAt || null,
    endsAt: endsAt || null,
    pictureId: own ? picture.pictureId : null,
    scene: own ? null : picture.scene,
  });
}

export function BannerForm({
  banner,
  zone,
  onClose,
}: {
  banner: BannerRow | undefined;
  zone: string;
  onClose(): void;
}) {
  const { say } = useWords();
  const form = useBannerDraft(banner);
  const { draft, fields, change } = form;
  const judge = () => judgeBanner(draft, say);
  const save = () => saveBanner(draft, banner);
  return (
    <form ref={form.ref} onSubmit={form.submit(judge, save, onClose)} noValidate className="grid gap-4">
      {form.problem && <ActProblem text={form.problem.text} code={form.problem.code} onReload={onClose} />}
      <BannerTexts form={form} />
      <InputField
        label={say('marketing.banner.link')}
        hint={say('marketing.banner.linkRule')}
        error={fields.link && say('marketing.banner.linkRule')}
        required
        value={draft.link}
        maxLength={300}
        onText={(text) => change({ link: text })}
      />
      <ChoosePicture
        picture={draft.picture}
        problem={(fields.pictureId || fields.scene) && say('marketing.banner.pictureRule')}
        onChange={(picture) => change({ picture })}
      />
      <Window form={form} zone={zone} />
      <Checkbox
        label={say('marketing.promotion.active')}
        checked={draft.active}
        onChange={(event) => change({ active: event.target.checked })}
      />
      <ActFoot act={say('site.setting.save')} busy={form.busy} onClose={onClose} />
    </form>
  );
}

function BannerTexts({ form }: { form: ReturnType<typeof useBannerDraft> }) {
  const { say } = useWords();
  const { draft, language, fields, change } = form;
  return (
    <>
      <LanguageSelect language={language} onChange={form.setLanguage} texts={draft.titles} />
      {(['titles', 'texts'] as const).map((part) => (
        <InputField
          key={part}
          label={say(part === 'titles' ? 'marketing.promotion.heading' : 'marketing.banner.text')}
          error={fields[`${part}.${language}`]}
          required={part === 'titles' && language === 'en'}
          lang={languageTags[language]}
          value={draft[part][language] ?? ''}
          placeholder={language === 'en' ? undefined : draft[part].en}
          maxLength={part === 'titles' ? 80 : 200}
          onText={(text) => change({ [part]: { ...draft[part], [language]: text } })}
        />
      ))}
    </>
  );
}

function Window({ form, zone }: { form: ReturnType<typeof useBannerDraft>; zone: string }) {
  const { say } = useWords();
  const { draft, fields, change } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Minute
          label={say('marketing.banner.starts')}
          value={draft.startsAt}
          error={fields.startsAt}
          onChange={(startsAt) => change({ startsAt })}
        />
        <Minute
          label={say('marketing.banner.ends')}
          value={draft.endsAt}
          error={fields.endsAt && say('marketing.banner.endRule')}
          onChange={(endsAt) => change({ endsAt })}
        />
      </div>
      <p className="-mt-2 text-sm text-quiet">{say('marketing.banner.zoneHint', { zone })}</p>
    </>
  );
}

type MinuteProps = { label: string; value: string; error: string | undefined; onChange(value: string): void };

function Minute({ label, value, error, onChange }: MinuteProps) {
  return (
    <InputField
      label={label}
      error={error}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value}
      onText={(text) => onChange(text.slice(0, 16))}
    />
  );
}
