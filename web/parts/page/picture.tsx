// A picture of fixed ratio in the sizes that a screen needs; its colour fills the space until it is loaded. The focal point that its owner
// set stays visible in every ratio.
export type PictureData = { src: string; colour: string; alt: string; focus?: string | undefined };

type PictureProps = {
  picture: PictureData;
  sizes: string;
  eager?: boolean;
  className?: string;
  alt?: string;
  /** Never wider than 400 CSS pixels: the largest file is not offered. */
  small?: boolean;
};

const widths = [400, 800, 1200];

export function Picture({ picture, sizes, eager = false, className = '', alt, small = false }: PictureProps) {
  const offered = small ? widths.slice(0, 2) : widths;
  return (
    <img
      src={`${picture.src}?w=800`}
      srcSet={offered.map((width) => `${picture.src}?w=${width} ${width}w`).join()}
      sizes={sizes}
      alt={alt ?? picture.alt}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'sync' : undefined}
      className={className ? `picture ${className}` : 'picture'}
      style={{ background: picture.colour, objectPosition: picture.focus }}
    />
  );
}
