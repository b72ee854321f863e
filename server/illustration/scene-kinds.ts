// The scenes that stand for products until their owners upload photographs.

export const sceneKinds = ['skyline', 'twin-towers', 'temple', 'pagoda', 'mosque', 'beach', 'island', 'mountain', 'volcano', 'waterfall', 'rice-terrace', 'old-town', 'palace', 'castle', 'theme-park', 'aquarium', 'zoo', 'garden', 'tower', 'bridge', 'river', 'karst-bay', 'snow', 'market', 'night-market', 'theatre', 'stadium', 'food', 'noodles', 'spa', 'diving', 'golf', 'hiking', 'train', 'ferry', 'bus', 'cable-car', 'car', 'airport', 'hotel', 'homestay', 'wifi', 'sim', 'museum', 'hot-spring', 'cave', 'forest', 'lanterns', 'hanok', 'torii'] as const;
export type SceneKind = (typeof sceneKinds)[number];
export const sceneTimes = ['dawn', 'day', 'dusk', 'night'] as const;
export type SceneTime = (typeof sceneTimes)[number];
