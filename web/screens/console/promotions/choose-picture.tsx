// The picture of a banner: an upload, or the illustration of a scene at a time of day, shown at once.

import { fileAddress } from '../../../../contract/file-address.ts';
import { PictureUpload } from '../../../parts/console/picture-upload.tsx';
import { ChoiceField, FieldsProblem, RadioField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { BannerRow } from './promotion-rows.ts';

const kinds = [
  ...['beach', 'island', 'skyline', 'temple', 'mountain', 'old-town'],
  ...['theme-park', 'night-market', 'karst-bay', 'castle', 'rice-terrace', 'snow'],
];
const times = ['dawn', 'day', 'dusk', 'night'] as const;

export type BannerPicture = {
  kind: 'own' | 'scene';
  pictureId: string | null;
  scene: { kind: string; time: (typeof times)[number] };
};

export function pictureFor(banner: BannerRow | undefined): BannerPicture {
  const time = times.find((item) => item === banner?.scene?.time) ?? 'dusk';
  return {
    kind: banner?.pictureId ? 'own' : 'scene',
    pictureId: banner?.pictureId ?? null,
    scene: { kind: banner?.scene?.kind ?? 'beach', time },
  };
}

export const isPictureChosen = ({ kind, pictureId }: BannerPicture) => kind === 'scene' || pictureId !== null;

type ChoosePictureProps = {
  picture: BannerPicture;
  problem: string | undefined;
  onChange(picture: BannerPicture): void;
};

export function ChoosePicture({ picture, problem, onChange }: ChoosePictureProps) {
  const { say } = useWords();
  const { kind, pictureId } = picture;
  return (
    <div className="grid gap-3">
      <RadioField
        name="picture-kind"
        legend={say('marketing.banner.picture')}
        className="flex flex-wrap gap-x-6"
        value={kind}
        onValue={(next) => onChange({ ...picture, kind: next })}
        options={[
          ['scene', say('marketing.banner.illustration')],
          ['own', say('marketing.banner.own')],
        ]}
      />
      {kind === 'own' ? (
        <PictureUpload
          label={say('marketing.banner.own')}
          value={pictureId && fileAddress('ownerPicture', { id: pictureId })}
          onChange={(address) => onChange({ ...picture, pictureId: address?.split('/').at(-1) ?? null })}
        />
      ) : (
        <ChooseScene picture={picture} onChange={onChange} />
      )}
      {problem && <FieldsProblem text={problem} />}
    </div>
  );
}

function ChooseScene({ picture, onChange }: Omit<ChoosePictureProps, 'problem'>) {
  const { say } = useWords();
  const { scene } = picture;
  const known = kinds.includes(scene.kind) ? kinds : [scene.kind, ...kinds];
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      <ChoiceField
        label={say('marketing.banner.scene')}
        value={scene.kind}
        onValue={(next) => onChange({ ...picture, scene: { ...scene, kind: next } })}
        options={known.map(
          (item) => [item, kinds.includes(item) ? say(`marketing.banner.scene.${item}`) : item] as const,
        )}
      />
      <ChoiceField
        label={say('marketing.banner.time')}
        value={scene.time}
        onValue={(time) => onChange({ ...picture, scene: { ...scene, time } })}
        options={times}
        word="marketing.banner.time"
      />
      <img
        src={`/pictures/${scene.kind}/${scene.time}/banner-${scene.kind}-0?w=400`}
        alt=""
        width={400}
        height={267}
        className="aspect-3/1 w-full rounded-lg object-cover sm:col-span-2"
      />
    </div>
  );
}
