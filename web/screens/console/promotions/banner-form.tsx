// One banner: title and text per language, its link, its display period, and its picture: uploaded, or the illustration of a scene.

import { isShopPath } from '../../../../contract/call-row.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { LanguageField, MinuteField } from '../../../console-kit/form-fields.tsx';
import { endsTooEarly, seenOf, useDraft } from '../../../console-kit/use-draft.ts';
import { judgeEnglish } from '../../../parts/console/judge-english.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { ChoosePicture, isPictureChosen, pictureFor } from './choose-picture.tsx';
import type { BannerRow } from './promotion-rows.ts';

function useBannerDraft(banner: BannerRow | undefined, onDone: () => void) {
  const words = useWords();
  const { say } = words;
  return useDraft({
    initial: {
      titles: banner?.titles ?? {},
      texts: banner?.texts ?? {},
      link: banner?.link ?? paths.search(),
      active: banner?.active ?? true,
      startsAt: banner?.startsAt ?? '',
      endsAt: banner?.endsAt ?? '',
      picture: pictureFor(banner),
    },
    judge: ({ titles, link, startsAt, endsAt, picture }) => ({
      'titles.en': judgeEnglish(words, titles),
      link: isShopPath(link) ? undefined : say('marketing.banner.linkRule'),
      endsAt: endsTooEarly(startsAt, endsAt) ? say('ui.field.endTime') : undefined,
      pictureId: isPictureChosen(picture) ? undefined : say('marketing.banner.pictureRule'),
    }),
    save({ picture, startsAt, endsAt, ...rest }) {
      const isOwn = picture.kind === 'own';
      return send('consoleBannerSave', {
        ...seenOf(banner),
        ...rest,
        startsAt: startsAt || null,
        endsAt: endsAt || null,
        pictureId: isOwn ? picture.pictureId : null,
        scene: isOwn ? null : picture.scene,
      });
    },
    onDone,
  });
}

type BannerFormProps = { banner: BannerRow | undefined; zone: string; onClose(): void };

export function BannerForm({ banner, zone, onClose }: BannerFormProps) {
  const words = useWords();
  const { say } = words;
  const form = useBannerDraft(banner, onClose);
  const { draft, fields, field, text } = form;
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onClose}>
      <LanguageField form={form} texts={draft.titles} />
      <InputField
        {...text('titles')}
        label={say('marketing.promotion.heading')}
        required={form.language === 'en'}
        maxLength={80}
      />
      <InputField {...text('texts')} label={say('marketing.banner.text')} maxLength={200} />
      <InputField
        {...field('link')}
        label={say('marketing.banner.link')}
        hint={say('marketing.banner.linkRule')}
        required
        maxLength={300}
      />
      <ChoosePicture
        picture={draft.picture}
        problem={(fields.pictureId || fields.scene) && say('marketing.banner.pictureRule')}
        onChange={(picture) => form.change({ picture }, fields.scene ? 'scene' : 'pictureId')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <MinuteField {...field('startsAt')} label={say('marketing.banner.starts')} />
        <MinuteField {...field('endsAt')} label={say('marketing.banner.ends')} />
      </div>
      <p className="-mt-2 text-sm text-quiet">{say('marketing.banner.zoneHint', { zone: words.zone(zone) })}</p>
      <Checkbox label={say('marketing.promotion.active')} {...form.tick('active')} />
    </DialogForm>
  );
}
