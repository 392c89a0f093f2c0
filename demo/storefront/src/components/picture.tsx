interface PictureProps {
  src: string | null | undefined
  alt: string
  /** The first pictures of a page load at once, the others when they come near. */
  eager?: boolean
}

/** Keeps its place before the file arrives: the box has its shape from the style sheet. */
export function Picture({ src, alt, eager = false }: PictureProps) {
  return (
    <span className="picture">
      {src && (
        <img
          src={src}
          alt={alt}
          width="600"
          height="600"
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      )}
    </span>
  )
}
