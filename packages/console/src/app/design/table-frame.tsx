import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** A table that scrolls sideways if it is wider than its place; then a keyboard can scroll it, too. */
export function TableFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const measure = () => setWide(current.scrollWidth > current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    if (current.firstElementChild !== null) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="table-frame" ref={frame} {...(isWide ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}
