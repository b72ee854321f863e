/** A stored number as people read it, '' where there is none. No line breaks between its code and its digits. */
export const writePhone = ({ areaCode, phone }: { areaCode?: string; phone?: string }): string =>
  phone ? [areaCode && `+${areaCode}`, phone].filter(Boolean).join('\u00a0') : '';
