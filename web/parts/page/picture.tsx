// A picture of fixed ratio in the sizes that a screen needs; its colour stands there until it has come.
export type PictureData = { src: string; colour: string; alt: string };

type PictureProps = { picture: PictureData; sizes: string; eager?: boolean; className?: string; alt?: string };

const widths = [400, 800, 1200];

export function Picture({ picture, sizes, eager = false, className = '', alt }: PictureProps) {
  return (
    <img
      src={`${picture.src}?w=800`}
      srcSet={widths.map((width) => `${picture.src}?w=${width} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt ?? picture.alt}
      width={1200}
      height={800}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding={eager ? 'sync' : 'async'}
      className={`aspect-3/2 w-full object-cover ${className}`}
      style={{ backgroundColor: picture.colour }}
    />
  );
}
