// Where things of the picture are on the screen. All functions are pure; pictures are upright and un-mirrored,
// boxes and points of them are fractions.

/** Where a picture that covers a view lies in it: scale and offsets in pixels of the view (`object-fit: cover`). */
export function cover(picture, view) {
  const scale = Math.max(view.width / picture.width, view.height / picture.height);
  return {
    scale,
    x: (view.width - picture.width * scale) / 2,
    y: (view.height - picture.height * scale) / 2,
  };
}

/** A point [x, y] of the picture in pixels of the view. */
export function toView([x, y], picture, view, isMirrored) {
  const place = cover(picture, view);
  const across = place.x + x * picture.width * place.scale;
  return [isMirrored ? view.width - across : across, place.y + y * picture.height * place.scale];
}

/** A box {x, y, width, height} of the picture in pixels of the view. */
export function boxToView(box, picture, view, isMirrored) {
  const [x1, y1] = toView([box.x, box.y], picture, view, isMirrored);
  const [x2, y2] = toView([box.x + box.width, box.y + box.height], picture, view, isMirrored);
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** The size to send a picture in: at most `width` pixels wide, never larger than it is. */
export function sizeToSend(picture, width) {
  const scale = Math.min(1, width / picture.width);
  return { width: Math.max(2, Math.round(picture.width * scale)), height: Math.max(2, Math.round(picture.height * scale)) };
}

/** Whether a face sits in the oval, with hysteresis: coming in is asked more of than staying, so that the frame does
 * not flicker at the limit. Face and oval are boxes of the view. */
export function isInOval(face, oval, wasIn) {
  if (!face) return false;
  const slack = wasIn ? 1.35 : 1;
  const aside = Math.abs(face.x + face.width / 2 - (oval.x + oval.width / 2)) / oval.width;
  const above = Math.abs(face.y + face.height / 2 - (oval.y + oval.height / 2)) / oval.height;
  const size = face.height / oval.height;
  return aside <= 0.14 * slack && above <= 0.16 * slack && size >= 0.42 / slack && size <= 1.02 * slack;
}

/** Maps points of the unit square onto the quadrangle with the corners of (0,0), (1,0), (1,1), (0,1). Answers null for
 * one that has no area. */
export function squareTo([p0, p1, p2, p3]) {
  const dx1 = p1[0] - p2[0];
  const dx2 = p3[0] - p2[0];
  const dy1 = p1[1] - p2[1];
  const dy2 = p3[1] - p2[1];
  const sx = p0[0] - p1[0] + p2[0] - p3[0];
  const sy = p0[1] - p1[1] + p2[1] - p3[1];
  const area = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(area) < 1e-9) return null;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const a = p1[0] - p0[0] + g * p1[0];
  const b = p3[0] - p0[0] + h * p3[0];
  const d = p1[1] - p0[1] + g * p1[1];
  const e = p3[1] - p0[1] + h * p3[1];
  return ([u, v]) => {
    const w = g * u + h * v + 1;
    return [(a * u + b * v + p0[0]) / w, (d * u + e * v + p0[1]) / w];
  };
}
