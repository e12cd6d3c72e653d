/** A picture as it is kept: JPEG, upright, without metadata. Size in px. */
export type KeptPicture = { jpeg: Uint8Array; width: number; height: number }

export type PictureRenderer = {
  /** @throws DomainError wrong_type (not a JPEG, PNG or WebP that can be read), too_large (over 40 megapixels) */
  picture(bytes: Uint8Array): Promise<KeptPicture>
}
