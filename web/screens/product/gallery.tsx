// The product's pictures: one large beside small ones on wide screens, a strip to swipe on phones.
import { Picture, type PictureData } from '../../parts/page/picture.tsx';

const shape = 'w-full shrink-0 snap-center sm:aspect-auto sm:h-full sm:min-h-0';

export function Gallery({ pictures, label }: { pictures: PictureData[]; label: string }) {
  const [first, ...rest] = pictures;
  if (!first) return null;
  return (
    <section aria-label={label} className="-mx-4 sm:mx-0">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling strip must be reachable by keyboard
        tabIndex={0}
        className={
          'no-bar flex snap-x snap-mandatory gap-2 overflow-x-auto sm:grid sm:grid-rows-1 sm:h-[26rem] sm:overflow-hidden ' +
          `sm:rounded-card ${rest.length ? 'sm:grid-cols-[2.2fr_1fr]' : ''}`
        }
      >
        <Picture
          picture={first}
          sizes="(min-width: 1152px) 780px, 100vw"
          eager
          // The subject of an illustration is in the lower half; a photograph has a focal point.
          className={`${shape} ${rest.length ? '' : 'max-sm:aspect-2/1 object-[50%_68%]'}`}
        />
        <div className="no-bar contents sm:grid sm:h-full sm:min-h-0 sm:auto-rows-[calc((100%-1rem)/3)] sm:gap-2 sm:overflow-y-auto">
          {rest.map((picture) => (
            <Picture
              key={picture.src}
              picture={picture}
              sizes="(min-width: 640px) 360px, 100vw"
              alt=""
              className={shape}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
