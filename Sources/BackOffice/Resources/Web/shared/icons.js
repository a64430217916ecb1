// Small drawings, 24 × 24, in the colour of the text beside them. They repeat what the text says and are hidden from
// screen readers.

import { draw } from "./dom.js";

const paths = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  alert: "M12 8v5M12 16.5v.01M10.3 4.2L2.7 17.4A2 2 0 0 0 4.4 20.4h15.2a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z",
  info: "M12 11v5M12 8v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  light: "M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  glasses: "M3 9l1.5-3M21 9l-1.5-3M3 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM14 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM10 12.5c1-1 3-1 4 0",
  phone: "M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2",
  card: "M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM6.5 15.5c0-3 5-3 5 0M9 9a1.6 1.6 0 1 1 0 3.2A1.6 1.6 0 0 1 9 9zM14.5 10H18M14.5 14H18",
  face: "M12 3c4 0 6.5 3 6.5 7.5S15.500 21 12 21s-6.500-6-6.500-10.500S8 3 12 3zM9.500 10v.5M14.500 10v.5M9.500 14.500c1.500 1.300 3.500 1.300 5 0",
  frame: "M4 9V6a2 2 0 0 1 2-2h3M15 4h3a2 2 0 0 1 2 2v3M20 15v3a2 2 0 0 1-2 2h-3M9 20H6a2 2 0 0 1-2-2v-3",
  sound: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  silent: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5",
  torch: "M8 3h8v3l-2 3v10.500a1.500 1.500 0 0 1-1.500 1.500h-1A1.500 1.500 0 0 1 10 19.500V9L8 6zM8 6h8M12 12.500v1.500",
  camera: "M4.500 8h3L9 5.500h6L16.500 8h3A1.500 1.500 0 0 1 21 9.500v8a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500v-8A1.500 1.500 0 0 1 4.500 8zM12 10a3.300 3.300 0 1 1 0 6.600 3.300 3.300 0 0 1 0-6.600z",
  back: "M14.500 5l-7 7 7 7",
  left: "M20 12H5M11 6l-6 6 6 6",
  right: "M4 12h15M13 6l6 6-6 6",
  up: "M12 20V5M6 11l6-6 6 6",
  shield: "M12 3l7.500 2.800v5.700c0 4.600-3.200 8-7.500 9.500-4.300-1.500-7.500-4.900-7.500-9.500V5.800zM8.500 12l2.500 2.500 4.500-4.700",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7.500V12l3 2",
  link: "M3 9.500c5-4.700 13-4.700 18 0M6 13c3.500-3 8.500-3 12 0M9.300 16.300c1.600-1.300 3.800-1.300 5.400 0M12 19.500v.01M4 4l16 16",
};

/** An icon by its name. */
export function icon(name, className = "icon") {
  return draw("svg", { class: className, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    draw("path", {
      d: paths[name], fill: "none", stroke: "currentColor", "stroke-width": "1.8", "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }));
}
